import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { makeDemo, silo, writeFiles } from "./run-silo.js";
import { startTalker, type ModelRequest, type Said } from "./talking-server.js";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const page = readFileSync(join(repository, "docs/models.md"), "utf8");

/** A model that knows how to finish the todo of the demo, with whatever it is offered. */
function say({ messages, tools = [] }: ModelRequest): Said {
  const { role, content } = messages.at(-1) ?? { role: "", content: "" };
  const offered = tools.map((tool) => tool.function.name);
  if (role !== "tool") {
    if (offered.includes("findTodo")) return { name: "findTodo", arguments: { word: "parcel" } };
    if (offered.length > 0) return { name: "complete_todo", arguments: { todoId: "TODO-2" } };
    return '{"done":true,"words":"The parcel is sent."}';
  }
  const { id, done } = JSON.parse(content ?? "") as { id: string; done: boolean };
  return done ? "I sent the parcel." : { name: "complete_todo", arguments: { todoId: id } };
}

it("shows an agent and a flow that work with a model", { timeout: 120_000 }, async () => {
  const { url } = await startTalker(say);
  const project = await makeDemo("blank");
  const [, file = "", code = ""] = /<!-- file: (\S+) -->\n\n```ts\n([\s\S]*?)```/.exec(page) ?? [];
  writeFiles(project, { [file]: code });
  mkdirSync(join(project, "node_modules/@silo"), { recursive: true });
  symlinkSync(join(repository, "packages/flow"), join(project, "node_modules/@silo/flow"));
  const lines = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, text = ""]) =>
    text.trim().split("\n"),
  );
  const env: Record<string, string> = {};
  const ended: string[] = [];
  for (const line of lines) {
    const [, name = "", value = ""] = /^export (\w+)=(\S+)$/.exec(line) ?? [];
    if (name !== "") env[name] = name === "SILO_MODEL_URL" ? url : value;
    else {
      const [npx, command, ...args] = line.split(/\s+/);
      expect([npx, command]).toEqual(["npx", "silo"]);
      const { exitCode, stdout, stderr } = await silo([...args, "--no-json"], { cwd: project, env });
      expect([line, exitCode], stderr + stdout).toEqual([line, 0]);
      ended.push(stdout);
    }
  }
  expect(ended.map((text) => text.match(/nothing is missing|PASSED/)?.[0])).toEqual([
    ...["nothing is missing", "PASSED"],
    ...["nothing is missing", "PASSED"],
  ]);
});

it("has every code that a flow's check can find", async () => {
  const source = readFileSync(join(repository, "packages/flow/src/flow-finding.ts"), "utf8");
  const [, union = ""] = /export type FlowFindingCode =([^;]*);/.exec(source) ?? [];
  const codes = [...union.matchAll(/"(\w+)"/g)].map(([, code]) => code).sort();
  const [, section = ""] = page.split("## Before a run");
  const documented = [...section.matchAll(/^\| `(\w+)` +\|/gm)].map(([, code]) => code).sort();
  expect(documented).toEqual(codes);
});
