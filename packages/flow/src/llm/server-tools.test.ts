import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { defineFlow } from "../flow.js";
import { mcp } from "../mcp/mcp.js";
import type { McpProfile } from "../mcp/mcp-profile.js";
import { pathsOf, type Outcome } from "../testing/host.js";
import type { Script } from "../testing/model-server.js";
import { called, run, scriptedModels } from "../testing/scripted-models.js";

const everything = createRequire(import.meta.url).resolve(
  "@modelcontextprotocol/server-everything/dist/index.js",
);
const rude = fileURLToPath(new URL("../testing/rude-mcp-server.js", import.meta.url));
const { models, requests } = scriptedModels();

/** A model that is offered the tools of a published server. */
async function converse(script: Script, profile: Partial<McpProfile> = {}): Promise<Outcome> {
  const server = { command: process.execPath, args: [everything, "stdio"], ...profile } as McpProfile;
  const flow = defineFlow({
    name: "served",
    version: "1.0.0",
    use: {
      llm: await models(script, { go: { user: "Go", tools: { mcp: ["everything"] } } }),
      mcp: mcp({ everything: server }),
    },
    main: async (flow) =>
      flow.output(
        await flow.llm("answer", { profile: "main", prompt: "go" }, { onError: ({ exc }) => exc.code }),
      ),
  });
  return run(flow);
}

/** What the model was told of its calls. */
const told = (): (string | null)[] =>
  (requests().at(-1)?.body.messages ?? []).flatMap(({ role, content }) => (role === "tool" ? [content] : []));

test("a model is offered a server's tools, and gets their results and the errors that it can mend", async () => {
  const { answer, reports } = await converse(
    [
      { calls: [called("get-sum", { a: 1, b: 2 }), called("get-sum", { a: "one", b: 2 })] },
      { calls: [called("get-resource-reference", { resourceType: "Text", resourceId: -1 })] },
      { text: "3" },
    ],
    { tools: ["get-sum", "get-resource-reference"], toolErrorPrompt: "Mend it." },
  );
  expect(answer?.output).toBe("3");
  expect(
    requests()[0]
      ?.body.tools?.map((tool) => tool.function.name)
      .sort(),
  ).toEqual(["get-resource-reference", "get-sum"]);
  expect(told()).toEqual([
    "The sum of 1 and 2 is 3.",
    expect.stringContaining('"a\\" must be a number, received string'),
    expect.stringMatching(/^Mend it\.\n/),
  ]);
  expect(pathsOf(reports, "step")).toContain("mcp main.answer.get-sum");
});

test("an error whose code the profile lists goes back to the model; any other ends the run, and nothing catches it", async () => {
  const { answer, thrown, reports } = await converse(
    [
      { calls: [called("refuse", { code: -32001 })] },
      { calls: [called("refuse", { code: -32000 })] },
      { text: "Never." },
    ],
    { args: [rude], retryableCodes: [-32001], toolErrorPrompt: "Mend it." },
  );
  expect(told()).toEqual([expect.stringMatching(/^Mend it\.\nrefused/)]);
  expect(answer).toBeUndefined();
  expect(thrown).toMatchObject({ code: "mcp_error", path: "main.answer.refuse#2" });
  expect(requests()).toHaveLength(2);
  expect(reports.at(-1)).toMatchObject({ type: "end", resultCode: "errorInAgent" });
});

test("a server that cannot be started fails the command, before the model is asked", async () => {
  const { answer } = await converse([], { args: ["--eval", "process.exit(3)"] });
  expect(answer?.output).toBe("connection_failed");
  expect(requests()).toHaveLength(0);
});
