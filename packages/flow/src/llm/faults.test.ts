import { s } from "@silo/schema-validate";
import { expect, test } from "vitest";
import { defineFlow } from "../flow.js";
import { llm } from "./llm.js";
import type { ModelPrompt } from "./prompt.js";

const main = { baseUrl: "https://models.example/v1", model: "tiny" };
const prompt = (more: object): ModelPrompt => ({ user: "Go", ...more }) as ModelPrompt;

test.each<[string, object, string]>([
  ["an address that is none", { baseUrl: "models.example" }, '"baseUrl" is no http or https address'],
  [
    "a password in it",
    { baseUrl: "https://me:secret@models.example" },
    '"baseUrl" holds a user or a password',
  ],
  [
    "a query in it",
    { baseUrl: "https://models.example/v1?key=secret" },
    '"baseUrl" has a query or a fragment',
  ],
  ["no model", { model: undefined }, '"model" is required'],
  ["a time that is none", { timeoutMs: 0 }, '"timeoutMs" must be at least 1'],
  ["a key instead of its variable", { auth: { key: "sk-1" } }, '"auth.key" is not a known field'],
  ["a variable that cannot be one", { auth: { env: "MY KEY" } }, '"auth.env" must match'],
])("a profile with %s is a fault that names it", (_what, more, said) => {
  const { faults } = llm({ main: { ...main, ...more } as never }, {});
  expect(faults.map(({ message }) => message).join("\n")).toContain(`Invalid profile "main" of llm: ${said}`);
  expect(faults.map(({ message }) => message).join("\n")).not.toMatch(/me:secret|key=secret/);
});

test("prompts are looked at all at once", () => {
  const { faults } = llm(
    { main },
    {
      unset: prompt({ system: "For {{shop}}, {{ day }}.", variables: ["shop", "idle"] }),
      empty: prompt({ user: "" }),
      odd: prompt({ answer: { type: "objekt" } }),
      fine: prompt({ user: "{{a}} and {not} {{ 1 }}", variables: ["a"], answer: s.array(s.string()) }),
    },
  );
  expect(faults.map(({ code, profile, field }) => [code, profile, field])).toEqual([
    ["variable_unset", "unset", "system"],
    ["variable_unset", "unset", "variables"],
    ["prompt_invalid", "empty", "user"],
    ["prompt_invalid", "odd", "answer"],
  ]);
});

test("what a prompt offers must be there; the flow does not load otherwise", () => {
  const use = { llm: llm({ main }, { chat: prompt({ tools: { functions: ["lookUp"], mcp: ["files"] } }) }) };
  const define = (): unknown =>
    defineFlow({
      name: "f",
      version: "1.0.0",
      use: use as never,
      functions: { lookup: { run: () => null } },
      main: () => undefined,
    });
  expect(define).toThrow(
    /"tools\.functions" names "lookUp", and the flow has no such function \(did you mean "lookup"\?\)[\s\S]*"tools\.mcp" names "files", and the flow has no such profile of mcp; there are: none/,
  );
});

test("what it needs: the AI SDK, and the variables that its profiles name", () => {
  const { needs } = llm(
    {
      main,
      own: {
        baseUrl: { env: "MODEL_URL" },
        model: { env: "MODEL" },
        auth: { env: "MODEL_KEY" },
      },
      open: { ...main, auth: { env: "OTHER_KEY", isOptional: true } },
    },
    {},
  );
  expect(needs).toEqual([
    { kind: "llm", type: "dependency", specifier: "@ai-sdk/openai-compatible", version: "2.0.92" },
    { kind: "llm", profile: "own", type: "variable", name: "MODEL_URL", holds: "address" },
    { kind: "llm", profile: "own", type: "variable", name: "MODEL" },
    { kind: "llm", profile: "own", type: "variable", name: "MODEL_KEY" },
  ]);
});
