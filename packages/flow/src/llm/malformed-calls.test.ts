import type { ToolDescriptor } from "@silo/artifacts";
import { toToolErrorValue } from "@silo/errors";
import { createRuntime, defineTool } from "@silo/runtime";
import type { JsonSchema } from "@silo/schema-validate";
import { afterEach, describe, expect, test } from "vitest";
import { defineFlow } from "../flow.js";
import { hasCorpus, readCorpus } from "../testing/corpus.js";
import { play } from "../testing/host.js";
import { startModelServer, type ModelServer } from "../testing/model-server.js";
import { llm } from "./llm.js";

interface Case {
  readonly id: string;
  readonly kind?: "tool-name" | "schema";
  readonly tool: string;
  readonly tools?: readonly string[];
  readonly schema: JsonSchema;
  readonly input: unknown;
  readonly inputKind?: "raw" | "undefined";
  readonly direction?: "output";
  readonly valid?: true;
  readonly mustName: readonly string[];
  readonly mustNotName?: readonly string[];
}

const isThere = hasCorpus();
const cases = isThere ? readCorpus<{ cases: Case[] }>("malformed-calls.json").cases : [];
const calls = cases.filter(({ kind, direction }) => kind === undefined && direction === undefined);
const wrongNames = cases.filter(({ kind }) => kind === "tool-name");

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** The text that arrives for the arguments of a case. */
function textOf({ input, inputKind }: Case): string {
  if (inputKind === "raw") return String(input);
  return inputKind === "undefined" ? "" : JSON.stringify(input);
}

/** What the model is told of calls that it made in one turn, in their order. */
async function toldOf(
  made: readonly { name: string; arguments: string }[],
  { tools, isStreamed }: { tools: readonly { name: string; inputSchema: JsonSchema }[]; isStreamed: boolean },
): Promise<string[]> {
  server = await startModelServer([{ calls: made }, { text: "Done." }]);
  const runtime = createRuntime({
    tools: tools.map(({ name, inputSchema }) =>
      defineTool({
        name,
        description: "A tool",
        inputSchema: inputSchema as never,
        run: () => ({ isDone: true }),
      }),
    ),
    state: {},
  });
  const models = llm(
    { main: { baseUrl: server.url, model: "tiny", isStreamed } },
    { act: { user: "Go", tools: { environment: true } } },
  );
  const flow = defineFlow({
    name: "malformed",
    version: "1.0.0",
    use: { llm: models },
    main: async (flow) => flow.output(await flow.llm("act", { profile: "main", prompt: "act" })),
  });
  const { thrown } = await play(
    flow,
    {},
    {
      tools: runtime.descriptors as ToolDescriptor[],
      callTool: async (name, input) => {
        try {
          return { output: await runtime.call(name, input) };
        } catch (thrown) {
          return { output: toToolErrorValue(thrown, { tool: name }).value, isError: true };
        }
      },
    },
  );
  if (thrown) throw thrown;
  return server.requests[1]?.body.messages.slice(2).map(({ content }) => content ?? "") ?? [];
}

describe.skipIf(!isThere)("malformed calls of the corpus, as a model makes them", () => {
  test.each([
    { isStreamed: false, made: calls },
    { isStreamed: true, made: calls.filter(({ inputKind }) => inputKind !== undefined) },
  ])("the model is told what was wrong with each; streamed: $isStreamed", async ({ isStreamed, made }) => {
    const tools = made.map(({ schema }, index) => ({ name: `tool_${index}`, inputSchema: schema }));
    const told = await toldOf(
      made.map((entry, index) => ({ name: `tool_${index}`, arguments: textOf(entry) })),
      { tools, isStreamed },
    );
    const failures = made.flatMap(({ id, valid, mustName, mustNotName = [] }, index) => {
      const text = told[index] ?? "";
      if (valid) return text === '{"isDone":true}' ? [] : [`${id}: ${text}`];
      const { error } = JSON.parse(text) as { error?: { code: string; message: string } };
      const { code, message = "" } = error ?? {};
      const isTold =
        mustName.every((name) => message.includes(name)) &&
        !mustNotName.some((name) => message.includes(name));
      return code === "invalid_input" && isTold ? [] : [`${id}: ${text}`];
    });
    expect(failures).toEqual([]);
    expect(told).toHaveLength(made.length);
  });

  test("and which tool it may have meant", async () => {
    for (const { id, tool, tools = [], mustName } of wrongNames) {
      const [text = ""] = await toldOf([{ name: tool, arguments: "{}" }], {
        tools: tools.map((name) => ({ name, inputSchema: { type: "object" } })),
        isStreamed: false,
      });
      const { error } = JSON.parse(text) as { error: { code: string; message: string } };
      expect([id, error.code, mustName.filter((name) => !error.message.includes(name))]).toEqual([
        id,
        "tool_not_found",
        [],
      ]);
      await server?.close();
    }
  });
});
