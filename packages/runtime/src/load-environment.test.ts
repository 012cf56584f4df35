import { createHash } from "node:crypto";
import { symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { isSiloError } from "@silo/errors";
import { afterEach, describe, expect, it } from "vitest";
import { makeProject, type AuthorProject } from "../test/author-project.js";
import { loadAgent } from "./load-agent.js";
import { loadEnvironment } from "./load-environment.js";

let project: AuthorProject;
afterEach(() => {
  expect(project.leftovers()).toEqual([]);
  project.remove();
});

const verifier = `{ id: "VER-1", taskId: "TASK-1", name: "V", check: () => [] }`;
const parts = `const createState = () => ({ n: 1 }), bindTools = () => [], verifiers = [${verifier}];`;

describe("loadEnvironment", () => {
  it.each<[string, boolean, string, string]>([
    ["three exports", true, "index.ts", `export { createState, bindTools, verifiers }; ${parts}`],
    [
      "three exports without type module",
      false,
      "index.ts",
      `export { createState, bindTools, verifiers }; ${parts}`,
    ],
    [
      "exports beyond the three",
      true,
      "index.ts",
      `export { createState, bindTools, verifiers }; ${parts} export const hooks = {}; export default 5;`,
    ],
    [
      "a default export of the three",
      true,
      "index.mts",
      `${parts} export default { createState, bindTools, verifiers };`,
    ],
    [
      "module.exports",
      false,
      "index.cjs",
      `${parts} module.exports = { createState, bindTools, verifiers };`,
    ],
    [
      "a default export, compiled to CommonJS",
      false,
      "index.js",
      `${parts} Object.defineProperty(exports, "__esModule", { value: true }); exports.default = { createState, bindTools, verifiers };`,
    ],
    [
      "no verifiers yet",
      true,
      "index.ts",
      "export const createState = () => ({ n: 1 }), bindTools = () => [], verifiers = [];",
    ],
    [
      "methods that use each other",
      true,
      "index.ts",
      "export default { n: 1, verifiers: [], createState() { return { n: this.n }; }, bindTools() { return []; } };",
    ],
  ])("takes %s", async (_name, isModule, name, text) => {
    project = makeProject({ isModule });
    const { environment } = await loadEnvironment(project.write({ [name]: text }));
    expect(environment.createState()).toEqual({ n: 1 });
    expect(environment.bindTools({})).toEqual([]);
    expect(environment.verifiers.map(({ id }) => id).join()).toMatch(/^(VER-1)?$/);
  });

  it.each<[string, string, string[]]>([
    [
      "nothing",
      "const a = 1;",
      [
        '"createState" is not exported',
        '"bindTools" is not exported',
        '"verifiers" is not exported',
        "the module exports nothing",
      ],
    ],
    [
      "two of three",
      `${parts} export { createState, bindTools };`,
      ['"verifiers" is not exported', "it exports: bindTools, createState"],
    ],
    [
      "values of other kinds",
      "export const createState = {}, bindTools = null, verifiers = {};",
      [
        '"createState" must be a function, found an object',
        '"bindTools" must be a function, found null',
        '"verifiers" must be an array, found an object',
      ],
    ],
    [
      "a default with two of three",
      `${parts} export default { createState, verifiers };`,
      ["it exports: default (default holds: createState, verifiers)"],
    ],
    [
      "half of it by name and half under default",
      `${parts} export { createState }; export default { bindTools, verifiers };`,
      ["it exports: createState, default (default holds: bindTools, verifiers)"],
    ],
  ])("refuses %s, and says what it found instead", async (_name, text, problems) => {
    project = makeProject();
    const file = project.write({ "index.ts": text });
    const thrown: unknown = await loadEnvironment(file).catch((error: unknown) => error);
    expect(isSiloError(thrown, "runtime_contract_invalid") && thrown.details.file).toBe(file);
    for (const problem of problems)
      expect(isSiloError(thrown, "runtime_contract_invalid") && thrown.details.problems).toContain(problem);
  });

  it.each<[string, Record<string, string>, string]>([
    ["a syntax error", { "index.ts": "export const = 1;" }, "environment_load_failed"],
    ["a throw", { "index.ts": "throw new Error('x');" }, "environment_load_failed"],
    ["a throw of null", { "index.ts": "throw null;" }, "environment_load_failed"],
    ["no file", { "other.ts": "" }, "environment_load_failed"],
    [
      "a verifier that is none",
      { "index.ts": `${parts.replace("VER-1", "")} export { createState, bindTools, verifiers };` },
      "verifier_invalid",
    ],
    [
      "null as a verifier",
      { "index.ts": `${parts.replace(verifier, "null")} export { createState, bindTools, verifiers };` },
      "verifier_invalid",
    ],
  ])("%s is %s", async (_name, files, code) => {
    project = makeProject();
    project.write(files);
    await expect(loadEnvironment(join(project.folder, "index.ts"))).rejects.toMatchObject({ code });
  });
});

describe("two environments in one process", () => {
  it("each have modules of their own, also where files have the same names, and are fresh at every load", async () => {
    project = makeProject();
    const module = (name: string): Record<string, string> => ({
      [`${name}/index.ts`]: `import { count } from "./count.js";
export const createState = () => ({ name: "${name}", n: count.n++ });
export const bindTools = () => [];
export const verifiers = [];
`,
      [`${name}/count.ts`]: "export const count = { n: 0 };\n",
    });
    const first = project.write(module("a"));
    const second = project.write(module("b"));
    const [a, b] = await Promise.all([loadEnvironment(first), loadEnvironment(second)]);
    const again = await loadEnvironment(first);
    const states = [a, a, b, again].map(({ environment }) => environment.createState() as unknown);
    expect(states).toEqual([
      { name: "a", n: 0 },
      { name: "a", n: 1 },
      { name: "b", n: 0 },
      { name: "a", n: 0 },
    ]);
    expect(a.hash).not.toBe(b.hash);
  });
});

describe("a module that does not end loading", () => {
  it("is load_timeout, for an environment and for an agent", async () => {
    project = makeProject();
    const file = project.write({ "index.ts": "await new Promise(() => undefined);\nexport {};\n" });
    const expected = { code: "load_timeout", exitCode: 50, details: { file, timeoutMs: 300 } };
    await expect(loadEnvironment(file, { loadTimeoutMs: 300 })).rejects.toMatchObject(expected);
    await expect(loadAgent(file, { loadTimeoutMs: 300 })).rejects.toMatchObject(expected);
  });
});

describe("the hash of an environment", () => {
  const text = `import d from "./d.json"; import { x } from "../x.js"; ${parts} export { createState, bindTools, verifiers, d, x };`;
  const files = { "env/index.ts": text, "env/d.json": "{}", "x.ts": "export const x = 1;" };

  it("is over the relative paths and the contents of its files, and the same wherever the project lies", async () => {
    project = makeProject({ name: "silo-other-place-" });
    const first = await loadEnvironment(project.write(files));
    const link = `${project.folder}-link`;
    symlinkSync(project.folder, link);
    const linked = await loadEnvironment(join(link, "env/index.ts"));
    unlinkSync(link);
    project.remove();
    project = makeProject();
    const second = await loadEnvironment(project.write({ ...files, "env/unused.ts": "export {};" }));
    const expected = createHash("sha256");
    for (const [name, content] of [
      ["../x.ts", files["x.ts"]],
      ["d.json", files["env/d.json"]],
      ["index.ts", text],
    ]) {
      expected.update(`${name}\0${content}\0`);
    }
    expect([first.hash, linked.hash, second.hash]).toEqual(Array(3).fill(expected.digest("hex")));
  });

  it("changes with any of them", async () => {
    project = makeProject();
    const file = project.write(files);
    const hashes = [(await loadEnvironment(file)).hash];
    const changes: Record<string, string>[] = [
      { "env/d.json": "{} " },
      { "x.ts": "export const x = 2;" },
      { "env/index.ts": `${text} ` },
    ];
    for (const change of changes) {
      project.write(change);
      hashes.push((await loadEnvironment(file)).hash);
    }
    expect(new Set(hashes).size).toBe(4);
  });

  it("leaves out what is no file", async () => {
    project = makeProject();
    const file = project.write({
      "index.ts": `import d from "data:application/json,{}"; ${parts} export { createState, bindTools, verifiers, d };`,
    });
    expect((await loadEnvironment(file)).hash).toMatch(/^[0-9a-f]{64}$/);
  });
});
