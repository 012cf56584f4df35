import type { JsonValue } from "@silo/artifacts/json";
import type { CommandKind, KindHost, RecordedCommand } from "../command-kind.js";
import { profileOf } from "../profiles.js";
import { ServiceError } from "../service-error.js";
import type { CommandOptions, Recorded } from "../types.js";
import { readRows, writeParameter } from "./column-values.js";
import type { Database, Statement } from "./database.js";
import { dbFaults, dbNeeds, type DbProfile } from "./db-profile.js";
import { openEmbedded } from "./embedded.js";
import { openPostgres } from "./postgres.js";
import { isSql, type Sql } from "./sql.js";

/** One statement. */
export interface DbRequest<Profile extends string = string> {
  profile: Profile;
  /** Made by the tag `sql`: a text is refused, because values may have been pasted into it. */
  sql: Sql;
}

/** What a statement gave. */
export interface DbResult<Row = { [column: string]: JsonValue }> {
  rows: Row[];
  /** How many rows it gave, or changed. */
  rowCount: number;
}

/** Runs one statement in a transaction of its own: where the command fails, it has changed nothing. */
export type DbCommand<Profile extends string> = <Row = { [column: string]: JsonValue }, H = never>(
  name: string,
  request: DbRequest<Profile>,
  options?: CommandOptions<H>,
) => Promise<DbResult<Row> | Recorded<Awaited<H>>>;

/**
 * PostgreSQL: a server whose address an environment variable holds, or one that is embedded in the run.
 *
 * The command fails with `sql_error`, `too_many_rows`, `timed_out`, `connection_failed`, `request_not_allowed`,
 * `profile_not_found`, `variable_missing`, `variable_invalid` and `dependency_missing`.
 */
export function db<const Profiles extends Record<string, DbProfile>>(
  profiles: Profiles,
): CommandKind<DbCommand<keyof Profiles & string>> {
  const faults = dbFaults(profiles);
  return {
    kind: "db",
    profiles: Object.keys(profiles ?? {}),
    faults,
    needs: faults.length > 0 ? [] : dbNeeds(profiles),
    bind: (host) => bindCommand(host, profiles) as DbCommand<keyof Profiles & string>,
  };
}

function bindCommand(host: KindHost, profiles: Record<string, DbProfile>): DbCommand<string> {
  const open = new Map<string, Promise<Database>>();
  host.onEnd(async () => {
    await Promise.allSettled([...open.values()].map(async (database) => (await database).close()));
  });
  const databaseOf = (profile: string): Promise<Database> => {
    const known = open.get(profile);
    if (known) return known;
    const opened = openDatabase(profileOf(profiles, profile), { profile, host });
    open.set(profile, opened);
    // What is missing may be there the next time.
    opened.catch(() => open.delete(profile));
    return opened;
  };
  return ((name: string, { profile, sql }: DbRequest, options?: CommandOptions<unknown>) =>
    host.run<DbResult>(
      name,
      {
        what: "The statement",
        input: { profile, sql: isSql(sql) ? sql.text : null, params: isSql(sql) ? sql.params : [] },
        perform: async ({ signal }) => {
          const { readOnly = false, timeoutMs = 30_000, maxRows = 1000 } = profileOf(profiles, profile);
          if (!isSql(sql)) throw noStatement(profile);
          const database = await databaseOf(profile);
          const raw = await database.run(statementOf(sql), { readOnly, timeoutMs, maxRows, signal });
          return { rows: readRows(raw), rowCount: raw.rowCount };
        },
      },
      options,
    )) as DbCommand<string>;
}

async function openDatabase(
  { env, setup }: DbProfile,
  { profile, host }: { profile: string; host: KindHost },
): Promise<Database> {
  const { agentFile } = host;
  if (env !== undefined) return openPostgres(env, { profile, agentFile });
  const done = host.recorded.flatMap((command) => statementDone(command, profile));
  return openEmbedded({ profile, setup, done, agentFile });
}

/** What a recorded command had done in an embedded database, which is new in every run. */
function statementDone({ input, error }: RecordedCommand, profile: string): Statement[] {
  const { profile: used, sql, params } = input as { profile: string; sql: string; params: JsonValue[] };
  return error || used !== profile ? [] : [statementOf({ text: sql, params })];
}

function statementOf({ text, params }: Sql): Statement {
  return { text, values: params.map(writeParameter) };
}

function noStatement(profile: string): ServiceError {
  const message =
    "A statement is made by the tag sql, as in sql`select … where id = ${id}`: what came is none.";
  return new ServiceError("request_not_allowed", message, {
    details: { profile, problems: [{ field: "sql", message }] },
  });
}
