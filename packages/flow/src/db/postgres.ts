import type * as Library from "pg";
import { loadOptional } from "../optional-dependency.js";
import { causeWithout, readSecret, type Secret } from "../secrets.js";
import { ServiceError } from "../service-error.js";
import type { RawRows } from "./column-values.js";
import {
  statementFailure,
  timedOut,
  tooManyRows,
  type Database,
  type Statement,
  type StatementBounds,
} from "./database.js";
import { pg as dependency } from "./db-profile.js";

type Pg = Pick<typeof Library, "Pool" | "Query">;

/** A PostgreSQL server, whose address is in an environment variable. Connects when it is used. */
export async function openPostgres(
  variable: string,
  { profile, agentFile }: { profile: string; agentFile: string | undefined },
): Promise<Database> {
  const secrets = addressSecrets(variable, profile);
  const loaded = await loadOptional<Partial<Pg> & { default?: Pg }>(
    { ...dependency, own: () => import("pg") },
    agentFile,
  );
  // Loaded as CommonJS it may have its names only there.
  const pg = (loaded.Pool ? loaded : loaded.default) as Pg;
  const [{ value: connectionString }] = secrets;
  const pool = new pg.Pool({ connectionString, max: 10, allowExitOnIdle: true });
  // A connection that breaks while nobody uses it; the next statement has another.
  pool.on("error", () => undefined);
  return {
    run: (statement, bounds) => runWithin(pg, { pool, profile, secrets, statement, bounds }),
    close: () => pool.end(),
  };
}

/** What pg speaks to a server with. */
interface Wire {
  sync(): void;
}

interface Work {
  pool: Library.Pool;
  profile: string;
  secrets: readonly Secret[];
  statement: Statement;
  bounds: StatementBounds;
}

async function runWithin(pg: Pg, work: Work): Promise<RawRows> {
  const { profile, secrets, bounds } = work;
  const { timeoutMs, signal } = bounds;
  const timeout = AbortSignal.timeout(timeoutMs);
  const stop = AbortSignal.any([signal, timeout]);
  let client: Library.PoolClient | undefined;
  // Without this a connection that was asked for too late would never be given back.
  let isLate = false;
  const stopped = new Promise<never>((_, reject) => {
    stop.addEventListener("abort", () => {
      isLate = true;
      reject(stop.reason as Error);
    });
  });
  try {
    const connecting = work.pool.connect().then((connected) => {
      if (isLate) connected.release(true);
      return connected;
    });
    client = await Promise.race([connecting, stopped]).catch((thrown: unknown) => {
      if (stop.aborted) throw thrown;
      throw connectionFailure(thrown, work);
    });
    const answer = await Promise.race([transact(pg, client, work), stopped]);
    client.release();
    return answer;
  } catch (thrown) {
    // Its socket is closed, and the server undoes what was not committed. Where nothing is left to undo, it may stay.
    client?.release(!(thrown instanceof ServiceError) || stop.aborted);
    if (signal.aborted) throw signal.reason;
    if (timeout.aborted || isCancelled(thrown)) throw timedOut(profile, timeoutMs);
    if (thrown instanceof ServiceError) throw thrown;
    throw statementFailure(thrown, { profile, secrets });
  }
}

/** The server ends the statement too, which a closed socket would not tell it before it has something to send. */
async function transact(
  pg: Pg,
  client: Library.PoolClient,
  { profile, statement, bounds }: Work,
): Promise<RawRows> {
  const { readOnly, timeoutMs, maxRows } = bounds;
  await client.query(`begin${readOnly ? " read only" : ""}; set local statement_timeout = ${timeoutMs}`);
  try {
    const answer = await limited(pg, client, { statement, maxRows });
    if (answer === "more") throw tooManyRows(profile, maxRows);
    await client.query("commit");
    return answer;
  } catch (thrown) {
    if (isSqlProblem(thrown) || thrown instanceof ServiceError) {
      await client.query("rollback");
      throw thrown instanceof ServiceError || isCancelled(thrown)
        ? thrown
        : statementFailure(thrown, { profile });
    }
    throw thrown;
  }
}

/** Reads no more than one row beyond the limit: the server is asked for that many, and for no others. */
function limited(
  pg: Pg,
  client: Library.PoolClient,
  { statement: { text, values }, maxRows }: { statement: Statement; maxRows: number },
): Promise<RawRows | "more"> {
  return new Promise((resolve, reject) => {
    let isMore = false;
    const query = new pg.Query(
      {
        text,
        values,
        rowMode: "array",
        rows: maxRows + 1,
        queryMode: "extended",
        types: { getTypeParser: () => (value: string) => value },
      } as never,
      undefined,
      (error: Error | undefined, result: Library.QueryArrayResult) => {
        if (error) return reject(error);
        const { fields, rows, rowCount } = result;
        if (isMore || rows.length > maxRows) return resolve("more");
        const columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
        resolve({ columns, rows: rows as (string | null)[][], rowCount: rowCount ?? 0 });
      },
    );
    const { handleError } = query as unknown as { handleError: (error: Error, connection: Wire) => void };
    Object.assign(query, {
      // Where there are more rows, the server waits to be asked for them.
      handlePortalSuspended: (connection: Wire) => {
        isMore = true;
        connection.sync();
      },
      // With a limit pg has not said yet that this was all, and the server would wait for that.
      handleError: (error: Error, connection: Wire) => {
        if (isSqlProblem(error)) connection.sync();
        handleError.call(query, error, connection);
      },
    });
    client.query(query as never);
  });
}

function connectionFailure(thrown: unknown, { profile, secrets }: Work): ServiceError {
  const cause = causeWithout(secrets, thrown);
  // A host with several addresses gives an error for each, and none of its own.
  const inner = (thrown as { errors?: unknown[] }).errors?.[0];
  const reason = (cause.message || causeWithout(secrets, inner).message).replace(/\.$/, "");
  const message = `The database of profile "${profile}" could not be reached: ${reason}.`;
  return new ServiceError("connection_failed", message, { details: { profile, reason }, cause });
}

function isSqlProblem(thrown: unknown): boolean {
  const { code, severity } = thrown as { code?: unknown; severity?: unknown };
  return typeof code === "string" && severity === "ERROR";
}

/** The server's own clock came first. */
function isCancelled(thrown: unknown): boolean {
  return (thrown as { code?: unknown }).code === "57014";
}

/** The address, and the password that it holds: a server may quote either. */
function addressSecrets(variable: string, profile: string): [Secret, ...Secret[]] {
  const address = readSecret(variable, profile);
  const url = URL.canParse(address.value) ? new URL(address.value) : undefined;
  if (url?.protocol !== "postgres:" && url?.protocol !== "postgresql:") {
    const message = `Profile "${profile}" needs the address of a database in the environment variable ${variable}, such as postgres://user:password@host:5432/name; what it holds is none.`;
    throw new ServiceError("variable_invalid", message, { details: { profile, variable } });
  }
  if (url.password === "") return [address];
  return [address, { variable, value: url.password }, { variable, value: decoded(url.password) }];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
