import type { JsonValue } from "@silo/artifacts/json";
import { causeWithout, hideInText, type Secret } from "../secrets.js";
import { ServiceError } from "../service-error.js";
import type { RawRows } from "./column-values.js";

/** A statement as a database gets it. */
export interface Statement {
  text: string;
  values: (string | null)[];
}

export interface StatementBounds {
  readOnly: boolean;
  timeoutMs: number;
  maxRows: number;
  /** Aborts when the run ends. */
  signal: AbortSignal;
}

/** A database of one run. */
export interface Database {
  /**
   * Runs one statement in a transaction of its own: whatever makes it fail, too many rows and a timeout too, it has
   * changed nothing. Rejects with a `ServiceError`.
   */
  run(statement: Statement, bounds: StatementBounds): Promise<RawRows>;
  close(): Promise<void>;
}

export function tooManyRows(profile: string, maxRows: number): ServiceError {
  const message = `The statement gives more than ${maxRows} rows, the limit of profile "${profile}". It was undone.`;
  return new ServiceError("too_many_rows", message, { details: { profile, maxRows } });
}

export function timedOut(profile: string, timeoutMs: number): ServiceError {
  const message = `The statement was not done within ${timeoutMs} ms. It was undone.`;
  return new ServiceError("timed_out", message, { details: { profile, timeoutMs } });
}

/** What a server says of a statement; without its code it is no such thing. */
export interface SqlProblem {
  message: string;
  code?: string | undefined;
  position?: string | undefined;
  constraint?: string | undefined;
  hint?: string | undefined;
}

/** Connection exceptions, a server that goes or is not there yet, and one that has no connection left. */
const connectionStates = /^(08...|57P0[123]|53300)$/;

/** The failure of a statement, or of a connection where the server was not reached or is gone. */
export function statementFailure(
  thrown: unknown,
  { profile, secrets = [], when = "" }: { profile: string; secrets?: readonly Secret[]; when?: string },
): ServiceError {
  const { message, code, position, constraint, hint } = thrown as SqlProblem;
  const said = hideInText(String(message ?? thrown), secrets).replace(/\.$/, "");
  const cause = causeWithout(secrets, thrown);
  const isSql = typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && code !== "EPIPE";
  if (!isSql || connectionStates.test(code)) {
    const reason = said || String(code ?? "no reason was given");
    const text = `The database of profile "${profile}" could not be reached: ${reason}.`;
    return new ServiceError("connection_failed", text, { details: { profile, reason }, cause });
  }
  const given: Record<string, JsonValue | undefined> = { position, constraint, hint };
  const details = Object.entries(given).filter((pair): pair is [string, JsonValue] => pair[1] !== undefined);
  return new ServiceError("sql_error", `PostgreSQL${when} says: ${said} (SQLSTATE ${code}).`, {
    details: { profile, sqlState: code, message: said, ...Object.fromEntries(details) },
    cause,
  });
}
