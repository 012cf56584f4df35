import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, sql, type DbProfile } from "../src/db/index.js";
import type { FlowError } from "../src/flow-error.js";
import { defineFlow } from "../src/flow.js";
import { play } from "../src/testing/host.js";
import {
  postgresFolder,
  postgresPassword,
  startPostgres,
  type PostgresServer,
} from "../src/testing/postgres-server.js";

const setup = "create table orders (id int primary key, city text); insert into orders values (1, 'Berlin');";
const kinds: [string, (more: object) => DbProfile][] = [
  ["an embedded database", (more) => ({ setup, ...more })],
  ["a PostgreSQL server", (more) => ({ env: "SILO_TEST_DATABASE", ...more })],
];

const folder = postgresFolder();
let server: PostgresServer | undefined;

beforeAll(async () => {
  if (folder === undefined) return;
  server = await startPostgres(folder);
  process.env["SILO_TEST_DATABASE"] = server.url;
});
afterAll(async () => {
  delete process.env["SILO_TEST_DATABASE"];
  await server?.close();
});

/** What a failure says, for comparing. */
const told = ({ exc: { code, details, message, cause } }: { exc: FlowError }): object => ({
  failed: code,
  details,
  message,
  name: (cause as Error).name,
});

const absent = folder === undefined ? " (PostgreSQL is not installed here)" : "";

describe.each(kinds)(`%s${absent}`, (name, profile) => {
  const isServer = name.includes("server");
  const found: Record<string, unknown> = {};

  beforeEach((context) => {
    if (isServer && !server) context.skip("PostgreSQL is not installed here");
  });
  beforeAll(async () => {
    if (isServer && !server) return;
    const flow = defineFlow({
      name: "databases",
      version: "1.0.0",
      use: { db: db({ main: profile({ timeoutMs: 3000, maxRows: 5 }) }) },
      async main(flow) {
        const run = async (name: string, statement: ReturnType<typeof sql>): Promise<unknown> =>
          (found[name] = await flow.db(name, { profile: "main", sql: statement }, { onError: told }));
        if (isServer) {
          await run("create", sql`create table orders (id int primary key, city text)`);
          await run("fill", sql`insert into orders values (1, 'Berlin')`);
        }
        await run("select", sql`select * from orders where id = ${1}`);
        await run("none", sql`select * from orders where id = ${2}`);
        const hostile = "'; drop table orders; --";
        await run("insert", sql`insert into orders values (${2}, ${hostile}) returning city`);
        const only = sql`where id = ${2}`;
        await run("composed", sql`select ${"x"}::text as x, city from orders ${only} and city = ${hostile}`);
        await run("update", sql`update orders set city = city`);
        await run(
          "types",
          sql`select 1::int2 as int2, 9007199254740993::int8 as int8, 1.10::numeric as numeric, 0.5::float8 as float8,
            'NaN'::float8 as nan, true as bool, null::int as nothing, 'a'::text as text, date '2026-01-02' as date,
            timestamptz '2026-01-02 03:04:05.123456+01' as instant, timestamptz 'infinity' as never,
            timestamp '2026-01-02 03:04:05' as local, interval '1 day' as span, '\\x00ff'::bytea as bytes,
            '{"a":[1,null]}'::jsonb as json, array[1,null,3] as ints, array['a,b','"c"',null] as texts,
            array[1,2]::int8[] as bigs, '2d0d5a0e-6b0c-4c9e-8c7b-0a1b2c3d4e5f'::uuid as uuid, array[[1,2],[3,4]] as grid`,
        );
        await run(
          "parameters",
          sql`select ${[1, null]}::int[] as ints, ${['a"b', "c,d", "e\\f"]}::text[] as texts, ${{ a: 1 }}::jsonb as json,
            ${JSON.stringify([1])}::jsonb as list, ${true}::bool as bool, ${1.5}::numeric as numeric, ${null}::text as nothing`,
        );
        await run("syntax", sql`selec 1`);
        await run("duplicate", sql`insert into orders values (1, 'again')`);
        await run("two", sql`select 1; drop table orders`);
        await run("exact", sql`select generate_series(1, 5) as n`);
        await run("many", sql`select generate_series(1, 6) as n`);
        await run(
          "undone",
          sql`insert into orders select n, 'x' from generate_series(10, 20) n returning id`,
        );
        await run(
          "slow",
          sql`select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b`,
        );
        await run("after", sql`select count(*)::int as n, max(city) as city from orders`);
        const both = await flow.parallel("both", {
          a: () => flow.db("a", { profile: "main", sql: sql`insert into orders values (${100}, 'a')` }),
          b: () => flow.db("b", { profile: "main", sql: sql`insert into orders values (${101}, 'b')` }),
        });
        found["both"] = [both.a, both.b];
        flow.output("done");
      },
    });
    const { answer, thrown, reports } = await play(flow);
    expect(thrown).toBeUndefined();
    expect(answer?.output).toBe("done");
    found["reports"] = reports;
  });

  const failure = (code: string, details: object): object =>
    expect.objectContaining({
      failed: code,
      details: expect.objectContaining({ profile: "main", ...details }) as object,
    });

  it("gives rows", () => {
    expect(found["select"]).toEqual({ rows: [{ id: 1, city: "Berlin" }], rowCount: 1 });
    expect(found["none"]).toEqual({ rows: [], rowCount: 0 });
    expect(found["update"]).toEqual({ rows: [], rowCount: 2 });
  });

  it("takes values as parameters only", () => {
    expect(found["insert"]).toEqual({ rows: [{ city: "'; drop table orders; --" }], rowCount: 1 });
    expect(found["composed"]).toEqual({
      rows: [{ x: "x", city: "'; drop table orders; --" }],
      rowCount: 1,
    });
  });

  it("gives values as JSON, with every digit", () => {
    expect(found["types"]).toEqual({
      rowCount: 1,
      rows: [
        {
          int2: 1,
          int8: "9007199254740993",
          numeric: "1.10",
          float8: 0.5,
          nan: "NaN",
          bool: true,
          nothing: null,
          text: "a",
          date: "2026-01-02",
          instant: "2026-01-02T02:04:05.123456Z",
          never: "infinity",
          local: "2026-01-02 03:04:05",
          span: "1 day",
          bytes: "\\x00ff",
          json: { a: [1, null] },
          ints: [1, null, 3],
          texts: ["a,b", '"c"', null],
          bigs: ["1", "2"],
          uuid: "2d0d5a0e-6b0c-4c9e-8c7b-0a1b2c3d4e5f",
          grid: [
            [1, 2],
            [3, 4],
          ],
        },
      ],
    });
    expect(found["parameters"]).toEqual({
      rowCount: 1,
      rows: [
        {
          ints: [1, null],
          texts: ['a"b', "c,d", "e\\f"],
          json: { a: 1 },
          list: [1],
          bool: true,
          numeric: "1.5",
          nothing: null,
        },
      ],
    });
  });

  it("tells what PostgreSQL refuses", () => {
    expect(found["syntax"]).toEqual(failure("sql_error", { sqlState: "42601", position: "1" }));
    expect(found["syntax"]).toMatchObject({
      message:
        'The statement at main.syntax failed: PostgreSQL says: syntax error at or near "selec" (SQLSTATE 42601).',
    });
    expect(found["duplicate"]).toEqual(
      failure("sql_error", { sqlState: "23505", constraint: "orders_pkey" }),
    );
    expect(found["two"]).toEqual(failure("sql_error", { sqlState: "42601" }));
  });

  it("gives as many rows as the limit, and undoes a statement with more", () => {
    expect(found["exact"]).toMatchObject({ rowCount: 5 });
    expect(found["many"]).toEqual(failure("too_many_rows", { maxRows: 5 }));
    expect(found["undone"]).toEqual(failure("too_many_rows", { maxRows: 5 }));
  });

  it("ends a statement that takes too long, and is as it was", () => {
    expect(found["slow"]).toEqual(failure("timed_out", { timeoutMs: 3000 }));
    expect(found["slow"]).toMatchObject({ name: "TimeoutError" });
    expect(found["after"]).toEqual({ rows: [{ n: 2, city: "Berlin" }], rowCount: 1 });
    expect(found["both"]).toMatchObject([{ rowCount: 1 }, { rowCount: 1 }]);
  });

  it("records the statement with its parameters", () => {
    expect(found["reports"]).toContainEqual({
      type: "step",
      path: "main.select",
      command: "db",
      input: { profile: "main", sql: "select * from orders where id = $1", params: [1] },
      output: { rows: [{ id: 1, city: "Berlin" }], rowCount: 1 },
    });
  });
});

describe("a database that is not there, or not ready", () => {
  const failed = async (address: string | undefined, more: Partial<DbProfile> = {}): Promise<FlowError> => {
    if (address !== undefined) process.env["SILO_TEST_OTHER"] = address;
    const flow = defineFlow({
      name: "broken",
      version: "1.0.0",
      use: { db: db({ other: { env: "SILO_TEST_OTHER", timeoutMs: 2000, ...more } as DbProfile }) },
      main: async (flow) => void (await flow.db("any", { profile: "other", sql: sql`select 1` })),
    });
    const { thrown } = await play(flow);
    delete process.env["SILO_TEST_OTHER"];
    return thrown as FlowError;
  };

  it.each([
    ["nobody listens", "postgres://me:hidden-word@127.0.0.1:1/db", "connection_failed"],
    ["there is no such host", "postgres://me:hidden-word@nowhere.invalid/db", "connection_failed"],
    ["it is no address of PostgreSQL", "https://me:hidden-word@example.com", "variable_invalid"],
    ["it is no address", "hidden-word", "variable_invalid"],
    ["it is not set", undefined, "variable_missing"],
  ])("is told where %s, without the address", async (_, address, code) => {
    const error = await failed(address);
    expect(error.code).toBe(code);
    for (let cause: Error | undefined = error; cause; cause = cause.cause as Error | undefined)
      expect(JSON.stringify({ ...cause, message: cause.message, stack: cause.stack })).not.toContain(
        "hidden-word",
      );
  });

  it("is told where the password is another", async (context) => {
    if (!server) return context.skip("PostgreSQL is not installed here");
    const error = await failed(server.url.replace(/:[^:@]+@/, ":hidden-word@"));
    expect(error).toMatchObject({ code: "connection_failed", details: { profile: "other" } });
    expect(String(error.message)).not.toContain("hidden-word");
    expect(String(error.message)).not.toContain(postgresPassword);
  });

  it("is told where it only reads", async (context) => {
    if (!server) return context.skip("PostgreSQL is not installed here");
    process.env["SILO_TEST_OTHER"] = server.url;
    const flow = defineFlow({
      name: "reads",
      version: "1.0.0",
      use: { db: db({ other: { env: "SILO_TEST_OTHER", readOnly: true } }) },
      main: async (flow) =>
        void (await flow.db("any", { profile: "other", sql: sql`create table no (a int)` })),
    });
    const { thrown } = await play(flow);
    delete process.env["SILO_TEST_OTHER"];
    expect(thrown).toMatchObject({ code: "sql_error", details: { sqlState: "25006" } });
  });

  it("is told where its setup is wrong", async () => {
    const flow = defineFlow({
      name: "wrong",
      version: "1.0.0",
      use: { db: db({ other: { setup: "create tabel x ()" } }) },
      main: async (flow) => void (await flow.db("any", { profile: "other", sql: sql`select 1` })),
    });
    const { thrown } = await play(flow);
    expect(thrown).toMatchObject({ code: "sql_error", details: { sqlState: "42601" } });
    expect(String((thrown as Error).message)).toContain("of its setup");
  });
});
