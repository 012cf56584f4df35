import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { isSiloError } from "@silo/errors";
import { afterEach, describe, expect, it } from "vitest";
import { makeProject, type AuthorProject } from "../test/author-project.js";
import { loadAgent } from "./load-agent.js";

let project: AuthorProject;
afterEach(() => {
  expect(project.leftovers()).toEqual([]);
  project.remove();
});

describe("loadAgent", () => {
  it.each<[string, boolean, string, string]>([
    [
      "TypeScript",
      true,
      "agent.ts",
      "export default async function agent(): Promise<{ output: unknown }> { return { output: 1 }; }",
    ],
    ["TypeScript without type module", false, "agent.ts", "export default async () => ({ output: 1 });"],
    ["module.exports", false, "agent.cjs", "module.exports = async () => ({ output: 1 });"],
    [
      "CommonJS as a compiler makes it",
      false,
      "agent.js",
      'Object.defineProperty(exports, "__esModule", { value: true }); exports.default = async () => ({ output: 1 });',
    ],
    [
      "a default export with a default of its own",
      true,
      "agent.mjs",
      "const agent = async () => ({ output: 1 }); agent.default = 5; export default agent;",
    ],
  ])("takes %s", async (_name, isModule, name, text) => {
    project = makeProject({ isModule });
    const { agent, hash } = await loadAgent(project.write({ [name]: text }));
    expect(await agent(undefined as never)).toEqual({ output: 1 });
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each<[string, string, RegExp]>([
    [
      "no default export",
      "export const agent = async () => ({ output: 1 }), other = 2;",
      /exports no default, only: agent, other$/,
    ],
    ["no export at all", "const a = 1;", /exports no default$/],
    [
      "an object as default export",
      "export default { run() {} };",
      /its default export is an object, not a function/,
    ],
    ["null as default export", "export default null;", /its default export is null, not a function/],
    ["a syntax error", "export default {", /broke while it was loaded/],
    ["a throw", "throw new Error('at load.');", /broke while it was loaded: at load$/],
  ])("refuses %s", async (_name, text, reason) => {
    project = makeProject();
    const file = project.write({ "agent.ts": text });
    const thrown: unknown = await loadAgent(file).catch((error: unknown) => error);
    expect(isSiloError(thrown, "agent_invalid") && thrown.details).toEqual({
      file,
      reason: expect.stringMatching(reason) as unknown,
    });
  });

  it("refuses what is not there, a folder, and a file of another kind", async () => {
    project = makeProject();
    mkdirSync(join(project.folder, "agents"));
    await expect(loadAgent(join(project.folder, "agent.ts"))).rejects.toMatchObject({
      code: "agent_not_found",
    });
    await expect(loadAgent(join(project.folder, "agents"))).rejects.toMatchObject({ code: "agent_invalid" });
    await expect(loadAgent(project.write({ "agent.txt": "hello" }))).rejects.toMatchObject({
      code: "agent_invalid",
    });
  });
});
