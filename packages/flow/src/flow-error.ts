import type { StepError } from "@silo/artifacts";
import { jsonCopy, type JsonValue } from "@silo/artifacts/json";
import { describeThrown } from "@silo/errors";
import { isServiceError } from "./service-error.js";

/** Registered, so that every loaded copy of the package knows the errors of the others. */
const brand = Symbol.for("@silo/flow/error");

/** How far causes are followed: a chain may lead back to itself. */
const maxCauses = 8;

export interface FlowErrorOptions {
  /** What kind of failure: that of the tool, that of what a step threw, or a code of the flow's own (docs/flow.md). */
  code: string;
  /** Where it happened: `main.lookupOrder.orders`. */
  path: string;
  /** Of a tool's error: the value that the tool gave. */
  output?: JsonValue | undefined;
  cause?: unknown;
}

/** The failure of a command, or of the code of a function. What was thrown is its `cause`. */
export class FlowError extends Error {
  override readonly name: string = "FlowError";
  declare readonly code: string;
  declare readonly path: string;
  declare readonly output: JsonValue | undefined;
  /** Of a command that calls out: the values that its message mentions, by name. */
  declare readonly details: { readonly [name: string]: JsonValue } | undefined;

  constructor(message: string, { code, path, output, cause }: FlowErrorOptions) {
    super(message, cause === undefined ? undefined : { cause });
    const details = detailsOf(cause);
    Object.assign(this, { code, path }, output === undefined ? {} : { output }, details && { details });
    Object.defineProperty(this, brand, { value: true });
  }
}

/** Whether it is a {@link FlowError}, whichever copy of the package made it. */
export function isFlowError(thrown: unknown): thrown is FlowError {
  try {
    return thrown instanceof Error && Object.getOwnPropertyDescriptor(thrown, brand)?.value === true;
  } catch {
    // Anything can be thrown, also what does not let itself be looked at.
    return false;
  }
}

/**
 * Whatever `what`, such as "The step", threw at `path`; an error that has its place keeps it. The message names the
 * place in the code, which is the path without counts, so that equal failures have equal messages.
 */
export function flowErrorOf(thrown: unknown, { what, path }: { what: string; path: string }): FlowError {
  if (isFlowError(thrown)) return thrown;
  const code = codeOf(thrown);
  // What a kind of command says needs no name of a class before it.
  const said = isServiceError(thrown) ? thrown.message : describeThrown(thrown);
  return new FlowError(`${what} at ${placeOf(path)} failed: ${said}`, {
    code: typeof code === "string" && code !== "" ? code : "thrown",
    path,
    cause: thrown,
  });
}

function codeOf(thrown: unknown): unknown {
  try {
    return (thrown as { code?: unknown } | null | undefined)?.code;
  } catch {
    return undefined;
  }
}

/** A path without what tells one execution from another: `main.each[3].orders#2` is `main.each.orders`. */
export function placeOf(path: string): string {
  return path.replaceAll(/\[\d+\]|#\d+/g, "");
}

/** For the record. */
export function toStepError(error: FlowError, path: string): StepError {
  const { code, message, output, cause } = error;
  return {
    code,
    message,
    ...(error.path === path ? {} : { path: error.path }),
    ...(output === undefined ? {} : { output: jsonCopy(output, "the error of a tool") }),
    ...(cause === undefined ? {} : { cause: describeCause(cause, maxCauses) }),
  };
}

/** As it was, but for its stack; its causes are plain errors with the names, messages and codes of those that were. */
export function fromStepError(
  { code, message, path: from, output, cause }: StepError,
  path: string,
): FlowError {
  return new FlowError(message, {
    code,
    path: from ?? path,
    output: output as JsonValue | undefined,
    cause: causeOf(cause),
  });
}

function describeCause(cause: unknown, depth: number): JsonValue {
  try {
    if (!(cause instanceof Error)) return { message: describeThrown(cause) };
    const { name, message, cause: inner } = cause;
    const code = codeOf(cause);
    const details = detailsOf(cause);
    return {
      name: String(name),
      message: describeThrown(message),
      ...(typeof code === "string" ? { code } : {}),
      ...(details && { details }),
      ...(inner === undefined || depth === 0 ? {} : { cause: describeCause(inner, depth - 1) }),
    };
  } catch {
    return { message: describeThrown(cause) };
  }
}

function causeOf(record: unknown): unknown {
  if (typeof record !== "object" || record === null) return undefined;
  const { name, message, code, details, cause } = record as Record<string, unknown>;
  if (name === undefined) return message;
  const error = new Error(String(message), cause === undefined ? undefined : { cause: causeOf(cause) });
  return Object.assign(error, { name }, code === undefined ? {} : { code }, details && { details });
}

/** What an error says of itself in values. One that JSON cannot hold, or that does not let itself be looked at, says nothing. */
function detailsOf(cause: unknown): { [name: string]: JsonValue } | undefined {
  try {
    const { details } = (cause ?? {}) as { details?: unknown };
    if (typeof details !== "object" || details === null || Array.isArray(details)) return undefined;
    return jsonCopy(details, "the details") as { [name: string]: JsonValue };
  } catch {
    return undefined;
  }
}
