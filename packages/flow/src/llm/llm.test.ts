import { describe, expect, test } from "vitest";
import type { ModelStep } from "@silo/artifacts";
import { s } from "@silo/schema-validate";
import { defineFlow } from "../flow.js";
import { isFlowError, type FlowError } from "../flow-error.js";
import { pathsOf, refused, type Outcome } from "../testing/host.js";
import { errorReply, type Script } from "../testing/model-server.js";
import { called, run, scriptedModels, secret } from "../testing/scripted-models.js";
import type { ModelProfile } from "./profile.js";
import type { ModelPrompt } from "./prompt.js";

const { models, requests } = scriptedModels();
const named = { name: "orders", version: "1.0.0" };

describe("the tool loop", () => {
  const chat = {
    system: "You work for {{shop}}.",
    user: "{{question}}",
    variables: ["shop", "question"],
    tools: { environment: true },
  } as const;

  test("makes the calls that the model wants, gives it the results, and gives its answer", async () => {
    const use = {
      llm: await models(
        [
          { calls: [called("get_order", { orderId: "O-1" }), called("get_order", { orderId: "O-2" })] },
          { text: "Sent." },
        ],
        { chat },
        { prices: { input: 1, output: 2 } },
      ),
    };
    const flow = defineFlow({
      ...named,
      use,
      main: async (flow) => {
        const variables = { shop: "Oma's", question: flow.task };
        flow.output(await flow.llm("answer", { profile: "main", prompt: "chat", variables }));
      },
    });
    const { answer, calls, reports } = await run(flow);
    expect(answer?.output).toBe("Sent.");
    expect(calls).toEqual([
      { tool: "get_order", input: { orderId: "O-1" }, path: "main.answer.get_order" },
      { tool: "get_order", input: { orderId: "O-2" }, path: "main.answer.get_order#2" },
    ]);
    const [first, second] = requests();
    expect(first?.body.messages).toEqual([
      { role: "system", content: "You work for Oma's." },
      { role: "user", content: "The task" },
    ]);
    expect(first?.body.tools?.map((tool) => tool.function.name)).toEqual(["get_order"]);
    expect(second?.body.messages.slice(3).map(({ content }) => content)).toEqual([
      '{"status":"sent"}',
      '{"status":"sent"}',
    ]);
    // The calls of tools are for whoever runs the agent to record.
    expect(pathsOf(reports, "step")).toEqual([
      "flow main",
      "turn main.answer.turn",
      "turn main.answer.turn#2",
      "llm main.answer",
      "output main.output",
    ]);
    const turns = reports.filter((report): report is ModelStep => !("type" in report));
    expect(turns).toMatchObject([
      { model: "scripted", inputTokens: 10, outputTokens: 5, costUsd: 0.00002, path: "main.answer.turn" },
      { path: "main.answer.turn#2", content: { text: "Sent.", calls: [] } },
    ]);
  });

  test("gives the model what a tool refused, and what it named wrongly", async () => {
    const use = {
      llm: await models(
        [
          { calls: [called("get_order", { orderId: "O-9" })] },
          { calls: [called("get_oder", {})] },
          { text: "There is none." },
        ],
        { chat },
      ),
    };
    const flow = defineFlow({
      ...named,
      use,
      main: async (flow) => {
        const variables = { shop: "s", question: "q" };
        flow.output(await flow.llm("answer", { profile: "main", prompt: "chat", variables }));
      },
    });
    const told: string[] = [];
    const { answer, calls, reports } = await run(flow, { get_order: () => refused("not_found", "No O-9.") });
    for (const { body } of requests().slice(1)) told.push(body.messages.at(-1)?.content ?? "");
    expect(told).toEqual([
      '{"error":{"code":"not_found","message":"No O-9."}}',
      '{"error":{"code":"tool_not_found","message":"There is no tool named \\"get_oder\\"; did you mean \\"get_order\\"?"}}',
    ]);
    expect(answer?.output).toBe("There is none.");
    // A name that nobody has is called all the same, so that it counts.
    expect(calls.map(({ tool }) => tool)).toEqual(["get_order", "get_oder"]);
    expect(pathsOf(reports, "failure")).toEqual(["main.answer.get_order", "main.answer.get_oder"]);
  });

  test("a model that never comes to an end is stopped, and a tool that is not offered is never called", async () => {
    const use = {
      llm: await models(
        () => ({ calls: [called("drop_table", {})] }),
        { ask: { user: "Go", tools: { environment: ["get_order"] } } },
        { maxTurns: 3 },
      ),
    };
    const flow = defineFlow({
      ...named,
      use,
      main: async (flow) => {
        const problem = await flow.llm(
          "answer",
          { profile: "main", prompt: "ask" },
          { onError: ({ exc }) => `${exc.code}: ${exc.message}` },
        );
        flow.output(problem);
      },
    });
    const { answer, calls } = await run(flow);
    expect(answer?.output).toBe(
      "turn_limit: The model at main.answer failed: The model of the profile main gave no answer within its limit of 3 turns.",
    );
    expect(calls).toEqual([]);
    expect(requests()).toHaveLength(3);
  });

  test("a hook that refuses a call of the model ends the run", async () => {
    const use = {
      llm: await models([{ calls: [called("get_order", { orderId: "O-1" })] }], {
        ask: { user: "Go", tools: { environment: true } },
      }),
    };
    const flow = defineFlow({
      ...named,
      use,
      hooks: { beforeCommand: ({ command }) => (command === "tool" ? { refuse: "Not today." } : undefined) },
      main: async (flow) => {
        await flow.llm("answer", { profile: "main", prompt: "ask" }, { onError: () => "caught" });
      },
    });
    const { failed, calls } = await run(flow);
    expect(failed).toEqual(["Not today."]);
    expect(calls).toEqual([]);
    expect(requests()).toHaveLength(1);
  });
});

describe("what keeps a request from being made", () => {
  const plain = { ask: { user: "Go" } } as const;

  async function failureOf(
    prompts: Record<string, ModelPrompt>,
    options: { profile?: string; prompt?: string; variables?: Record<string, unknown> } = {},
    more: Partial<ModelProfile> = {},
  ): Promise<FlowError> {
    const use = { llm: await models([{ text: "?" }], prompts, more) };
    const flow = defineFlow({
      ...named,
      use,
      functions: { lookup: { run: () => null } },
      main: async (flow) => {
        await flow.llm("answer", { profile: "main", prompt: "ask", ...options } as never);
      },
    });
    const { thrown } = await run(flow);
    expect(requests()).toEqual([]);
    if (!isFlowError(thrown)) throw thrown;
    return thrown;
  }

  test("a profile, a prompt or a variable that is not there", async () => {
    expect(await failureOf(plain, { profile: "mian" })).toMatchObject({ code: "profile_not_found" });
    expect(await failureOf(plain, { prompt: "chat" })).toMatchObject({ code: "prompt_not_found" });
    expect(await failureOf(plain, {}, { auth: { env: "SILO_TEST_NOWHERE" } })).toMatchObject({
      code: "variable_missing",
      message:
        'The model at main.answer failed: Profile "main" needs the environment variable SILO_TEST_NOWHERE, which is not set.',
    });
    expect(await failureOf(plain, {}, { baseUrl: { env: "SILO_TEST_KEY" } })).toMatchObject({
      code: "request_invalid",
      message: expect.not.stringContaining(secret),
    });
  });

  test("values that the prompt lacks, or does not know", async () => {
    const prompts = { ask: { user: "{{a}} {{b}}", variables: ["a", "b"] } };
    const { code, message } = await failureOf(prompts, { variables: { a: 1, c: 2 } });
    expect([code, message]).toEqual([
      "request_invalid",
      "The model at main.answer failed: The prompt ask cannot be filled in: b is not set; c is not one of its variables.",
    ]);
  });

  test("tools that are not there, have one name, or are too many", async () => {
    const missing = { ask: { user: "Go", tools: { environment: ["get_oder"] } } };
    expect((await failureOf(missing)).message).toContain(
      'offers the tool "get_oder", which the environment has not (did you mean "get_order"?)',
    );
    const many = { ask: { user: "Go", tools: { environment: true, functions: ["lookup"] } } } as const;
    expect(await failureOf(many, {}, { maxTools: 1 })).toMatchObject({
      code: "too_many_tools",
      message: "The model at main.answer failed: The prompt ask offers 2 tools, and its profile allows 1.",
    });
    const twice = { ask: { user: "Go", tools: { environment: ["get_order", "get_order"] } } };
    expect((await failureOf(twice)).message).toContain('offers two tools that are named "get_order"');
  });
});

describe("structured answers", () => {
  const rate = {
    user: "Rate it",
    answer: s.object({ stars: s.integer({ minimum: 1, maximum: 5 }), why: s.optional(s.string()) }),
  } as const;

  async function answerOf(script: Script, prompt: ModelPrompt = rate): Promise<Outcome> {
    const use = { llm: await models(script, { rate: prompt }) };
    const flow = defineFlow({
      ...named,
      use,
      main: async (flow) =>
        flow.output(await flow.llm("rating", { profile: "main", prompt: "rate" } as never)),
    });
    return run(flow);
  }

  test("the prompt has the schema, and the answer is the value", async () => {
    const { answer } = await answerOf([{ text: '{"stars":4}' }]);
    expect(answer?.output).toEqual({ stars: 4 });
    expect(requests()[0]?.body.messages[0]).toMatchObject({
      role: "system",
      content: expect.stringContaining('"stars":{"type":"integer","minimum":1,"maximum":5}'),
    });
  });

  test("an answer in a block of code is read", async () => {
    const { answer } = await answerOf([{ text: 'Here you are:\n```json\n{"stars":5}\n```\nEnjoy!' }]);
    expect(answer?.output).toEqual({ stars: 5 });
  });

  test("what does not fit is sent back with what is wrong, until it fits", async () => {
    const { answer } = await answerOf([{ text: '{"stars":6}' }, { text: "five" }, { text: '{"stars":5}' }]);
    expect(answer?.output).toEqual({ stars: 5 });
    const told = requests().map(({ body }) => body.messages.at(-1)?.content);
    expect(told.slice(1)).toEqual([
      'Invalid answer: "stars" must be at most 5, received number 6. Answer again, with the corrected JSON alone.',
      "Invalid answer: must be JSON: unexpected 'f' at offset 0, where a value is wanted. Answer again, with the corrected JSON alone.",
    ]);
  });

  test("after the last correction it fails, and says what was still wrong", async () => {
    const { thrown } = await answerOf([{ text: "{}" }, { text: "{}" }], { ...rate, maxCorrections: 1 });
    expect(thrown).toMatchObject({
      code: "answer_invalid",
      message:
        'The model at main.rating failed: The answer of the model of the profile main does not fit its schema after 1 correction: Invalid answer: "stars" is required (integer).',
    });
    expect(requests()).toHaveLength(2);
  });
});

test("the key stands in nothing that a run tells, whatever the endpoint says", async () => {
  const use = {
    llm: await models(
      [
        { text: `I saw ${secret}`, calls: [called("get_order", { orderId: secret })] },
        errorReply(401, `No: ${secret}`),
      ],
      { ask: { user: "Go", tools: { environment: true } } },
    ),
  };
  const flow = defineFlow({
    ...named,
    use,
    main: async (flow) => {
      flow.output(
        await flow.llm(
          "answer",
          { profile: "main", prompt: "ask" },
          { onError: ({ exc }) => [exc.message, String(exc.cause)] },
        ),
      );
    },
  });
  const outcome = await run(flow);
  expect(requests()[1]?.headers["authorization"]).toContain(secret);
  expect(JSON.stringify(outcome)).toContain("No: [SILO_TEST_KEY]");
  expect(JSON.stringify(outcome)).not.toContain(secret);
});
