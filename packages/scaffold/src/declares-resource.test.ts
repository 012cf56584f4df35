import typescript from "typescript";
import { expect, it } from "vitest";
import { declaresResource } from "./declares-resource.js";

it.each<[boolean, "tool" | "verifier", string]>([
  [true, "tool", 'export const a = defineTool({ name: "list_todos", run() { return 1; } });'],
  [true, "tool", "const a = [{ 'name': 'list_todos', run: async () => 1 }];"],
  [true, "tool", "f(g({ run, name: `list_todos` }));"],
  [true, "verifier", 'defineVerifier<State>({ id: "list_todos", taskId: "T", name: "n", check: () => [] });'],
  [false, "tool", 'defineTool({ name: "list_todos2", run() {} }); // list_todos'],
  [false, "tool", 'const person = { name: "list_todos" };'],
  [false, "tool", 'defineVerifier({ id: "list_todos", check() {} });'],
  [false, "tool", 'defineTool({ name: "list_" + "todos", run() {} });'],
  [false, "tool", "const name = 'list_todos'; defineTool({ name, run() {} });"],
  [false, "tool", 'defineTool({ name: "list", run() {}, nested: { name: "list_todos" } });'],
  [false, "verifier", 'defineVerifier({ id: "V", taskId: "list_todos", check() {} });'],
  [false, "tool", ""],
])("%s: a %s in %s", (isThere, kind, text) => {
  expect(declaresResource(typescript, text, { kind, name: "list_todos" })).toBe(isThere);
});
