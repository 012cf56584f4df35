import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readRecordedRun } from "@silo/runtime";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { api } from "../src/api/index.js";
import { db, sql } from "../src/db/index.js";
import { defineFlow } from "../src/flow.js";
import { mcp } from "../src/mcp/index.js";
import { startRudeServer, type RudeServer } from "../src/testing/rude-server.js";
import { runShop } from "../src/testing/shop.js";

const secret = 'w0rd/that+nobody "reads"';
const couldNotReach = "The agent could not reach a service it needs. Please try again in a moment.";
const rude = fileURLToPath(new URL("../src/testing/rude-mcp-server.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "silo-world-"));
let server: RudeServer;

beforeAll(async () => {
  server = await startRudeServer();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => vi.unstubAllEnvs());

describe("a run that calls out", () => {
  it("leaves no secret anywhere in its folder, and says to the person that a service was not reached", async () => {
    vi.stubEnv("SILO_TEST_TOKEN", secret);
    vi.stubEnv("SILO_TEST_DATABASE", `postgres://me:${encodeURIComponent(secret)}@127.0.0.1:1/none`);
    const paths = ["/echo/{word}", "/reset/{when}"];
    const env = "SILO_TEST_TOKEN";
    const flow = defineFlow({
      name: "secretive",
      version: "1.0.0",
      use: {
        api: api({
          header: { baseUrl: server.url, paths, auth: { header: "authorization", scheme: "Bearer", env } },
          query: { baseUrl: server.url, paths, auth: { query: "key", env } },
        }),
        db: db({ gone: { env: "SILO_TEST_DATABASE", timeoutMs: 5000 } }),
        mcp: mcp({ rude: { command: process.execPath, args: [rude], env: [env] } }),
      },
      async main(flow) {
        flow.output(await flow.api("header", { profile: "header", path: "/echo/a" }));
        flow.output(await flow.api("query", { profile: "query", path: "/echo/a" }));
        flow.output(await flow.mcp("echo", { profile: "rude", tool: "echo" }));
        const refused = { profile: "rude", tool: "refuse", arguments: { code: -32603 } } as const;
        await flow.mcp("refused", refused, { onError: ({ exc }) => exc.message });
        await flow.mcp("exit", { profile: "rude", tool: "exit" }, { onError: ({ exc }) => exc.message });
        await flow.db("gone", { profile: "gone", sql: sql`select 1` }, { onError: ({ exc }) => exc.message });
        await flow.api("reset", { profile: "query", path: "/reset/now" });
      },
    });
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const outcome = await runShop(flow, { record: { runsFolder: folder } });
    const said = JSON.stringify(written.mock.calls);
    written.mockRestore();
    expect(outcome.run.failure).toMatchObject({ path: "main.reset", personMessage: couldNotReach });
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(["run.json", "trace.jsonl"]));
    const text = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8")).join("\n");
    expect(text).toContain("[SILO_TEST_TOKEN]");
    expect(text + said + JSON.stringify(outcome)).not.toMatch(/w0rd/);
  });

  it("finds an embedded database as it was, when it goes on after a question", async () => {
    const flow = defineFlow({
      name: "keeper",
      version: "1.0.0",
      use: { db: db({ notes: { setup: "create table notes (text text)" } }) },
      async main(flow) {
        const write = (name: string, text: string) =>
          flow.db(name, { profile: "notes", sql: sql`insert into notes values (${text})` });
        await write("first", "before");
        await flow.db("wrong", { profile: "notes", sql: sql`select nothing` }, { onError: () => null });
        await write("second", await flow.ask("what", "What else?"));
        const { rows } = await flow.db("all", { profile: "notes", sql: sql`select text from notes` });
        flow.output(rows.map((row) => row["text"]).join(", "));
      },
    });
    const paused = await runShop(flow);
    expect(paused.run.terminationReason).toBe("awaiting_input");
    const { message: question = "", path = "" } = paused.run.failure ?? {};
    const answered = { question, answer: "after", path };
    const outcome = await runShop(flow, { resume: readRecordedRun(paused.runId, paused.trace, answered) });
    expect(outcome.result.agentOutput).toBe("before, after");
  });
});
