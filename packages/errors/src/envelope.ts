import { toSiloError } from "./silo-codes.js";
import type { ErrorWire } from "./silo-error.js";

/** What every envelope says about the call it answers (contract E6). */
export interface EnvelopeMeta {
  /** The tool and its command, such as `silo.task.add`. */
  readonly tool: string;
  readonly version: string;
  /** Whole milliseconds. */
  readonly duration_ms: number;
}

export interface SuccessEnvelope<Result = unknown> {
  readonly ok: true;
  readonly result: Result;
  readonly meta: EnvelopeMeta;
}

export interface ErrorEnvelope {
  readonly ok: false;
  readonly error: ErrorWire;
  readonly meta: EnvelopeMeta;
}

/** The one document that a command writes to its output as JSON (contract E6). */
export type Envelope<Result = unknown> = SuccessEnvelope<Result> | ErrorEnvelope;

export function successEnvelope<Result>(result: Result, meta: EnvelopeMeta): SuccessEnvelope<Result> {
  return { ok: true, result, meta };
}

/** The envelope of whatever was thrown; what is no coded error is `unexpected_error`. */
export function errorEnvelope(error: unknown, meta: EnvelopeMeta): ErrorEnvelope {
  return { ok: false, error: toSiloError(error).toJSON(), meta };
}
