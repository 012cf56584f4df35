import { spawn, type ChildProcess } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { FlowError } from "../flow-error.js";
import { defineFlow } from "../flow.js";
import { freePort } from "../testing/free-port.js";
import { play, type Outcome } from "../testing/host.js";
import type { McpRequest } from "./call-mcp.js";
import { mcpFaults, type McpProfile } from "./mcp-profile.js";
import { mcp } from "./mcp.js";

const everything = createRequire(import.meta.url).resolve(
  "@modelcontextprotocol/server-everything/dist/index.js",
);
const rude = fileURLToPath(new URL("../testing/rude-mcp-server.js", import.meta.url));
const secret = "t0ken of the test";
const { execPath } = process;

beforeEach(() => {
  process.env["SILO_TEST_TOKEN"] = secret;
});
afterEach(() => {
  delete process.env["SILO_TEST_TOKEN"];
});

/** What the calls of one run gave, or failed with. */
async function callAll(
  profile: McpProfile,
  calls: Omit<McpRequest, "profile">[],
): Promise<{ results: unknown[]; outcome: Outcome }> {
  const results: unknown[] = [];
  const flow = defineFlow({
    name: "calls",
    version: "1.0.0",
    use: { mcp: mcp({ server: profile }) },
    async main(flow) {
      for (const call of calls)
        results.push(
          await flow.mcp(
            "call",
            { profile: "server", ...call },
            {
              onError: ({ exc: { code, details, message, cause } }) => ({
                failed: code,
                details,
                message,
                name: (cause as Error).name,
              }),
            },
          ),
        );
    },
  });
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const outcome = await play(flow);
  expect(outcome.thrown).toBeUndefined();
  expect(JSON.stringify([results, outcome, written.mock.calls])).not.toContain(secret);
  written.mockRestore();
  return { results, outcome };
}

describe("a published server", () => {
  const calls: Omit<McpRequest, "profile">[] = [
    { tool: "echo", arguments: { message: "hello" } },
    { tool: "get-sum", arguments: { a: 1, b: 2 } },
    { tool: "get-sum", arguments: { a: "one" } },
    { tool: "get-structured-content", arguments: { location: "Chicago" } },
    { tool: "get-tiny-image" },
    { tool: "no-such-tool" },
  ];
  const expected = [
    { isError: false, text: "Echo: hello", content: [{ type: "text", text: "Echo: hello" }] },
    { isError: false, text: "The sum of 1 and 2 is 3." },
    {
      isError: true,
      text: expect.stringMatching(
        /^The tool failed\. Correct the arguments .*\n[^]*Invalid arguments/,
      ) as string,
    },
    { isError: false, structuredContent: { temperature: expect.any(Number) as number } },
    { isError: false, text: expect.stringContaining("[image image/png]") as string },
    { isError: true, text: expect.stringContaining("no-such-tool") as string },
  ];

  it("is started, and gives results and the errors of its tools", async () => {
    const { results, outcome } = await callAll({ command: execPath, args: [everything, "stdio"] }, calls);
    expect(results).toMatchObject(expected);
    expect(outcome.reports).toContainEqual(
      expect.objectContaining({
        type: "step",
        path: "main.call",
        command: "mcp",
        input: { profile: "server", tool: "echo", arguments: { message: "hello" } },
      }),
    );
  });

  it("gets the variables that its profile names, whose values stay hidden", async () => {
    const server = { command: execPath, args: [everything, "stdio"], env: ["SILO_TEST_TOKEN"] };
    const { results } = await callAll(server, [{ tool: "get-env" }]);
    const { text } = results[0] as { text: string };
    expect(JSON.parse(text)).toMatchObject({ SILO_TEST_TOKEN: "[SILO_TEST_TOKEN]" });
    expect(JSON.parse(text)).not.toHaveProperty("VITEST");
  });

  describe("over HTTP", () => {
    let server: ChildProcess;
    let url: string;

    beforeAll(async () => {
      const port = await freePort();
      url = `http://127.0.0.1:${port}/mcp`;
      const env = { ...process.env, PORT: String(port) };
      server = spawn(execPath, [everything, "streamableHttp"], { env, stdio: ["ignore", "ignore", "pipe"] });
      await new Promise<void>((resolve, reject) => {
        server.stderr?.on("data", (chunk: Buffer) => String(chunk).includes("listening") && resolve());
        server.once("exit", () => reject(new Error("the server did not start")));
      });
    });
    afterAll(() => {
      server.kill("SIGKILL");
    });

    it("gives the same", async () => {
      const auth = { header: "authorization", scheme: "Bearer", env: "SILO_TEST_TOKEN" };
      expect((await callAll({ url, auth }, calls)).results).toMatchObject(expected);
    });

    it("is told from what is no server of the protocol", async () => {
      const { results } = await callAll({ url: url.replace(/mcp$/, "other") }, [{ tool: "echo" }]);
      expect(results).toMatchObject([{ failed: "connection_failed" }]);
    });
  });
});

describe("a server that misbehaves", async () => {
  const server: McpProfile = { command: execPath, args: [rude], env: ["SILO_TEST_TOKEN"], timeoutMs: 5000 };

  it("may refuse with a code that its profile lists, for the model to read", async () => {
    const { results } = await callAll(
      { ...server, retryableCodes: [-32602], toolErrorPrompt: "Try again:" },
      [
        { tool: "refuse", arguments: { code: -32602 } },
        { tool: "fail" },
        { tool: "refuse", arguments: { code: -32603 } },
      ],
    );
    expect(results).toMatchObject([
      { isError: true, text: "Try again:\nrefused [SILO_TEST_TOKEN]" },
      { isError: true, text: "Try again:\nfailed [SILO_TEST_TOKEN]" },
      {
        failed: "mcp_error",
        message:
          "The tool refuse at main.call failed: The server refused the call of refuse with the error -32603: refused [SILO_TEST_TOKEN].",
        details: {
          profile: "server",
          tool: "refuse",
          errorCode: -32603,
          message: "refused [SILO_TEST_TOKEN]",
        },
      },
    ]);
  });

  it("hides the variable in names too", async () => {
    const { results } = await callAll(server, [{ tool: "echo" }]);
    expect(results).toEqual([
      {
        isError: false,
        text: "[SILO_TEST_TOKEN]",
        content: [{ type: "text", text: "[SILO_TEST_TOKEN]" }],
        structuredContent: { "[SILO_TEST_TOKEN]": "[SILO_TEST_TOKEN]" },
      },
    ]);
  });

  it("may take too long", async () => {
    const { results } = await callAll({ ...server, timeoutMs: 1500 }, [
      { tool: "echo" },
      { tool: "slow" },
      { tool: "echo" },
    ]);
    expect(results).toMatchObject([
      { isError: false },
      { failed: "timed_out", name: "TimeoutError", details: { profile: "server", timeoutMs: 1500 } },
      { isError: false },
    ]);
  });

  it("may end while it is called, and is started again", async () => {
    // The error that tells of a closed connection has a code that a server may use as well.
    const { results } = await callAll({ ...server, retryableCodes: [-32000] }, [
      { tool: "exit" },
      { tool: "echo" },
    ]);
    expect(results).toMatchObject([
      {
        failed: "connection_failed",
        name: "ConnectionError",
        details: { reason: "Connection closed", said: expect.stringContaining("out of memory") as string },
      },
      { isError: false },
    ]);
  });

  it.each([
    ["does not start", { command: "silo-no-such-program" }, /ENOENT/],
    [
      "ends at once",
      { command: execPath, args: [rude, "fail"] },
      /Connection closed \(it said: no configuration\)/,
    ],
    ["is not reached", { url: `http://127.0.0.1:${await freePort()}/mcp` }, /ECONNREFUSED/],
  ])("is told where it %s", async (_, profile, message) => {
    const { results } = await callAll(profile, [{ tool: "echo" }]);
    expect(results).toMatchObject([
      { failed: "connection_failed", message: expect.stringMatching(message) as string },
    ]);
  });

  it("is not started for a tool that the profile does not list, or without a variable", async () => {
    const { results } = await callAll({ ...server, tools: ["refuse", "echo"] }, [
      { tool: "ecoh" },
      { tool: "fail" },
    ]);
    expect(results).toMatchObject([
      { failed: "request_not_allowed", message: expect.stringContaining('did you mean "echo"?') as string },
      { failed: "request_not_allowed" },
    ]);
    delete process.env["SILO_TEST_TOKEN"];
    const { results: without } = await callAll(server, [{ tool: "echo" }]);
    expect(without).toMatchObject([{ failed: "variable_missing", details: { variable: "SILO_TEST_TOKEN" } }]);
  });

  it("lists the tools that its profile allows, from all pages", async () => {
    const kind = mcp({ server: { ...server, tools: ["fail", "echo"] } });
    const closers: (() => void | Promise<void>)[] = [];
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const host = { flow: {}, agentFile: undefined, onEnd: (close: () => void) => closers.push(close) };
    const { signal } = new AbortController();
    const tools = await kind.tools?.(host as never, { profile: "server", signal });
    await Promise.all(closers.map((close) => close()));
    written.mockRestore();
    expect(tools).toEqual([
      { name: "fail", description: "", inputSchema: { type: "object" } },
      { name: "echo", description: "", inputSchema: { type: "object" } },
    ]);
  });

  it("is unknown where no profile has its name", async () => {
    const flow = defineFlow({
      name: "unknown",
      version: "1.0.0",
      use: { mcp: mcp({ server }) },
      // @ts-expect-error no such profile
      main: async (flow) => void (await flow.mcp("call", { profile: "sever", tool: "echo" })),
    });
    const { thrown } = await play(flow);
    expect(thrown as FlowError).toMatchObject({ code: "profile_not_found", details: { nearest: "server" } });
  });
});

describe("mcpFaults", () => {
  it.each([
    ["nothing that tells where it is", {}, ["command"]],
    ["both", { command: "a", url: "https://example.com" }, ["url"]],
    ["no address", { url: "example" }, ["url"]],
    ["a secret in the address", { url: "https://a:hidden@example.com/mcp" }, ["url"]],
    ["auth of a program", { command: "a", auth: { header: "b", env: "C" } }, ["auth"]],
    ["arguments of an address", { url: "https://example.com", args: ["a"] }, ["args"]],
    ["a value for a variable", { command: "a", env: ["TOKEN=hidden"] }, ["env.0"]],
  ])("names %s", (_, profile, fields) => {
    const faults = mcpFaults({ server: profile });
    expect(faults.map(({ field }) => field)).toEqual(fields);
    expect(JSON.stringify(faults)).not.toContain("a:hidden");
  });
});
