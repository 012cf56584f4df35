import { s } from "@silo/schema-validate";
import type { KindFault, Need } from "../command-kind.js";
import { profileFaults, variablePattern } from "../profiles.js";

/** A database, and what statements may do there. */
export type DbProfile = DbBounds &
  (
    | {
        /** The environment variable that holds the address: `postgres://user:password@host:5432/name`. */
        readonly env: string;
        readonly setup?: never;
      }
    | {
        /**
         * Without `env` the database is embedded, in memory, and belongs to one run. This is the SQL that it begins with;
         * several statements are allowed.
         */
        readonly setup?: string;
        readonly env?: never;
      }
  );

interface DbBounds {
  /** Refuses statements that change anything. */
  readonly readOnly?: boolean;
  /** For one statement, connecting included; 30,000 where left out. */
  readonly timeoutMs?: number;
  /** How many rows a statement may give; 1,000 where left out. */
  readonly maxRows?: number;
}

const schema = s.object({
  env: s.optional(s.string({ pattern: variablePattern })),
  setup: s.optional(s.string()),
  readOnly: s.optional(s.boolean()),
  timeoutMs: s.optional(s.integer({ minimum: 1, maximum: 2_147_483_647 })),
  maxRows: s.optional(s.integer({ minimum: 0, maximum: 1_000_000 })),
});

export function dbFaults(profiles: unknown): KindFault[] {
  return profileFaults<DbProfile>("db", profiles, {
    schema,
    check: ({ env, setup }) =>
      env === undefined || setup === undefined
        ? []
        : [{ field: "setup", problem: "is for an embedded database, and env names another" }],
  });
}

export const pg = { specifier: "pg", version: "8.23.1", neededBy: "@silo/flow/db" };
export const pglite = { specifier: "@electric-sql/pglite", version: "0.5.17", neededBy: "@silo/flow/db" };

export function dbNeeds(profiles: { readonly [name: string]: DbProfile }): Need[] {
  return Object.entries(profiles).flatMap(([profile, { env }]): Need[] => {
    const { specifier, version } = env === undefined ? pglite : pg;
    const dependency: Need = { kind: "db", profile, type: "dependency", specifier, version };
    return env === undefined
      ? [dependency]
      : [dependency, { kind: "db", profile, type: "variable", name: env }];
  });
}
