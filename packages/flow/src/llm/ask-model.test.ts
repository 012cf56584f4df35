import * as library from "@ai-sdk/openai-compatible";
import { afterEach, describe, expect, test } from "vitest";
import { errorReply, startModelServer, type ModelServer, type Script } from "../testing/model-server.js";
import { askModel, type ModelRequest } from "./ask-model.js";
import { readSettings, type ModelProfile } from "./profile.js";
import type { ModelTurn } from "./chat.js";

let server: ModelServer | undefined;
afterEach(async () => {
  delete process.env["MODEL_KEY"];
  await server?.close();
  server = undefined;
});

const secret = "sk-test-4711-geheim";

async function ask(
  script: Script,
  {
    profile = {},
    request = {},
    signal = new AbortController().signal,
  }: { profile?: Partial<ModelProfile>; request?: Partial<ModelRequest>; signal?: AbortSignal } = {},
): Promise<ModelTurn> {
  server = await startModelServer(script);
  process.env["MODEL_KEY"] = secret;
  const settings = readSettings("main", {
    baseUrl: server.url,
    model: "tiny",
    auth: { env: "MODEL_KEY" },
    timeoutMs: 5_000,
    ...profile,
  });
  const messages = [{ role: "user" as const, text: "Hello" }];
  return askModel(library, settings, { messages, tools: [], ...request, signal });
}

const both = [{ isStreamed: false }, { isStreamed: true }];

describe.each(both)("one turn, %o", (profile) => {
  test("gives the text and what was used, and sends the key", async () => {
    const turn = await ask([{ text: "Good morning, Oma." }], { profile });
    expect(turn).toEqual({
      text: "Good morning, Oma.",
      calls: [],
      model: "scripted",
      inputTokens: 10,
      outputTokens: 5,
      attempts: 1,
    });
    const [{ headers, body } = never()] = server?.requests ?? [];
    expect(headers["authorization"]).toBe(`Bearer ${secret}`);
    expect(body).toMatchObject({ model: "tiny", messages: [{ role: "user", content: "Hello" }] });
    expect(body.stream).toBe(profile.isStreamed ? true : undefined);
  });

  test("gives calls with the text of their arguments, whatever that is", async () => {
    const calls = [
      { id: "a", name: "get_order", arguments: '{"orderId":"O-1"}' },
      { id: "b", name: "get_order", arguments: '{"orderId": "O-' },
    ];
    const turn = await ask([{ text: "Let me look.", calls }], { profile });
    expect(turn).toMatchObject({ text: "Let me look.", calls });
  });

  test("says nothing of tokens where the vendor does not", async () => {
    const turn = await ask([{ text: "Yes.", usage: null }], { profile });
    expect(turn).not.toHaveProperty("inputTokens");
    expect(turn).not.toHaveProperty("outputTokens");
  });

  test("an answer that the token limit cut off, or a filter held back, is an error", async () => {
    await expect(
      ask([{ text: "The price is 1", finishReason: "length" }], { profile }),
    ).rejects.toMatchObject({
      code: "answer_incomplete",
      details: { profile: "main", finishReason: "length", text: "The price is 1" },
    });
    await server?.close();
    await expect(ask([{ finishReason: "content_filter" }], { profile })).rejects.toMatchObject({
      code: "answer_incomplete",
      details: { finishReason: "content-filter" },
    });
  });

  test("waits as long as the vendor says, and asks again", async () => {
    const limited = errorReply(429, "Slow down.", { "retry-after-ms": "60" });
    const before = performance.now();
    const turn = await ask([limited, { text: "Now." }], { profile });
    expect(turn).toMatchObject({ text: "Now.", attempts: 2 });
    expect(performance.now() - before).toBeGreaterThanOrEqual(59);
  });

  test("asks no more often than the profile allows, and tells what the vendor said", async () => {
    const broken = errorReply(500, "The kitchen is on fire", { "retry-after-ms": "1" });
    const failure = await ask([broken, broken, broken, broken], { profile }).catch((thrown: Error) => thrown);
    expect(failure).toMatchObject({
      code: "vendor_error",
      message: `The model of the profile main at ${server?.url} answered 500: The kitchen is on fire. It was asked 3 times.`,
      details: { status: 500, attempts: 3, message: "The kitchen is on fire" },
    });
    expect(server?.requests).toHaveLength(3);
  });

  test("does not wait longer than its own time limit", async () => {
    await expect(
      ask([errorReply(429, "Tomorrow.", { "retry-after": "3600" })], { profile }),
    ).rejects.toMatchObject({ code: "vendor_error", details: { status: 429, attempts: 1 } });
  });

  test("asks again where the connection breaks, and fails as a connection where it stays so", async () => {
    const turn = await ask([{ text: "x", breakOff: "within" }, { text: "Whole." }], { profile });
    expect(turn).toMatchObject({ text: "Whole.", attempts: 2 });
    await server?.close();
    const gone = { breakOff: "before" } as const;
    await expect(ask([gone, gone], { profile: { ...profile, maxRetries: 1 } })).rejects.toMatchObject({
      code: "connection_failed",
      name: "ConnectionError",
      details: { attempts: 2 },
    });
  });

  test("a server that says nothing is a timeout", async () => {
    const silent = { ...profile, timeoutMs: 80 };
    await expect(ask([{ isSilent: true }], { profile: silent })).rejects.toMatchObject({
      code: "timed_out",
      name: "TimeoutError",
      details: { timeoutMs: 80 },
    });
  });

  test("ends at once where the run does, with the run's reason", async () => {
    const stop = new AbortController();
    const reason = new Error("The run has ended.");
    setTimeout(() => stop.abort(reason), 40);
    await expect(ask([{ isSilent: true }], { profile, signal: stop.signal })).rejects.toBe(reason);
  });

  test("never tells the key, also where the vendor does", async () => {
    const failure = await ask([errorReply(401, `Bad key ${secret}, see the docs`)], { profile }).catch(
      (thrown: Error) => thrown,
    );
    expect(failure).toMatchObject({ code: "vendor_error", details: { status: 401, attempts: 1 } });
    expect(JSON.stringify([failure, (failure as Error).message])).not.toContain(secret);
    expect((failure as Error).message).toContain("Bad key [MODEL_KEY], see the docs");
    await server?.close();
    const turn = await ask(
      [{ text: `Your key is ${secret}.`, calls: [{ name: "say", arguments: `{"x":"${secret}"}` }] }],
      {
        profile,
      },
    );
    expect(JSON.stringify(turn)).not.toContain(secret);
  });

  test("does not follow a redirect, which would carry the key elsewhere", async () => {
    const elsewhere = { raw: { status: 307, headers: { location: "http://127.0.0.1:9/v1" }, body: "" } };
    await expect(ask([elsewhere], { profile })).rejects.toMatchObject({
      code: "vendor_error",
      details: { status: 307 },
    });
  });

  test("what is no answer of a model is an error that says so", async () => {
    const page = {
      raw: { status: 200, headers: { "content-type": "text/html" }, body: "<html>Welcome</html>" },
    };
    await expect(ask([page], { profile })).rejects.toMatchObject({
      code: "vendor_error",
      details: { attempts: 1 },
    });
  });

  test("reads no more than 32 MiB", async () => {
    const long = {
      raw: {
        status: 200,
        headers: { "content-type": "application/json" },
        body: `"${"x".repeat(34_000_000)}"`,
      },
    };
    await expect(ask([long], { profile: { ...profile, maxRetries: 0 } })).rejects.toMatchObject({
      code: "vendor_error",
      details: { message: "the answer has more than 33554432 bytes" },
    });
  });
});

test("a stream that ends cleanly before the turn is whole has broken off", async () => {
  const turn = await ask([{ text: "Half", breakOff: "unfinished" }, { text: "Whole." }], {
    profile: { isStreamed: true },
  });
  expect(turn).toMatchObject({ text: "Whole.", attempts: 2 });
});

test("an error within a stream is the vendor's, and tried again", async () => {
  const body = `data: {"error":{"message":"Overloaded","type":"server_error"}}\n\ndata: [DONE]\n\n`;
  const broken = { raw: { status: 200, headers: { "content-type": "text/event-stream" }, body } };
  const turn = await ask([broken, { text: "Whole." }], { profile: { isStreamed: true } });
  expect(turn).toMatchObject({ text: "Whole.", attempts: 2 });
  await server?.close();
  await expect(ask([broken], { profile: { isStreamed: true, maxRetries: 0 } })).rejects.toMatchObject({
    code: "vendor_error",
    details: { message: "Overloaded" },
  });
});

test("the vendor's word goes before the status: x-should-retry", async () => {
  await expect(ask([errorReply(500, "Never.", { "x-should-retry": "false" })])).rejects.toMatchObject({
    code: "vendor_error",
    details: { attempts: 1 },
  });
  await server?.close();
  const once = errorReply(400, "Again.", { "x-should-retry": "true", "retry-after-ms": "1" });
  expect(await ask([once, { text: "Yes." }])).toMatchObject({ text: "Yes.", attempts: 2 });
});

test("a server that is not there is a connection failure", async () => {
  const gone = await startModelServer([]);
  await gone.close();
  await expect(ask([], { profile: { baseUrl: gone.url, maxRetries: 0 } })).rejects.toMatchObject({
    code: "connection_failed",
    details: { reason: "ECONNREFUSED" },
  });
});

test("calls of one turn have names of their own, also where the vendor gives none", async () => {
  const calls = [
    { id: "same", name: "a", arguments: "{}" },
    { id: "same", name: "b", arguments: "{}" },
    { id: "", name: "c", arguments: "{}" },
  ];
  const turn = await ask([{ calls }]);
  expect(new Set(turn.calls.map(({ id }) => id)).size).toBe(3);
});

test("sends tools, the conversation so far, and what the profile adds", async () => {
  const inputSchema = { type: "object", properties: { orderId: { type: "string" } } };
  await ask([{ text: "Done." }], {
    profile: { body: { temperature: 0 } },
    request: {
      messages: [
        { role: "system", text: "Be brief." },
        { role: "user", text: "Where is O-1?" },
        {
          role: "assistant",
          text: "",
          calls: [
            { id: "1", name: "get_order", arguments: '{"orderId":"O-1"}' },
            { id: "2", name: "get_order", arguments: '{"orderId' },
            { id: "3", name: "get_order", arguments: "[1]" },
          ],
        },
        {
          role: "tool",
          results: ["1", "2", "3"].map((id) => ({ id, name: "get_order", text: `Result ${id}` })),
        },
      ],
      tools: [{ name: "get_order", description: "One order", inputSchema }],
    },
  });
  const body = server?.requests[0]?.body;
  expect(body).toMatchObject({
    temperature: 0,
    tools: [
      {
        type: "function",
        function: { name: "get_order", description: "One order", parameters: inputSchema },
      },
    ],
  });
  expect(body?.messages.slice(2)).toEqual([
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { id: "1", type: "function", function: { name: "get_order", arguments: '{"orderId":"O-1"}' } },
        { id: "2", type: "function", function: { name: "get_order", arguments: "{}" } },
        { id: "3", type: "function", function: { name: "get_order", arguments: "{}" } },
      ],
    },
    ...["1", "2", "3"].map((id) => ({ role: "tool", tool_call_id: id, content: `Result ${id}` })),
  ]);
});

test("the schema of an answer is sent where the endpoint knows such, and not as a promise that all members are there", async () => {
  const answer = { type: "object", properties: { ok: { type: "boolean" } } };
  await ask([{ text: "{}" }, { text: "{}" }], { profile: { knowsSchemas: true }, request: { answer } });
  expect(server?.requests[0]?.body.response_format).toMatchObject({
    type: "json_schema",
    json_schema: { schema: answer, strict: false },
  });
  await server?.close();
  await ask([{ text: "{}" }], { request: { answer } });
  expect(server?.requests[0]?.body).not.toHaveProperty("response_format");
});

function never(): never {
  throw new Error("The server got no request.");
}
