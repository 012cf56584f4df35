import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { makeProject, type AuthorProject } from "./author-project.js";

// In a plain Node, since the test runner has an import and stack traces of its own.
const packageFolder = dirname(dirname(fileURLToPath(import.meta.url)));

async function inNode(script: string, args: string[]): Promise<unknown> {
  const options = { cwd: packageFolder };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "-e", script, ...args],
    options,
  );
  return JSON.parse(stdout) as unknown;
}

const runAgent = `
  import { loadAgent } from "@silo/runtime";
  const { agent } = await loadAgent(process.argv[1]);
  const result = await agent().catch((error) => ({ stack: error.stack }));
  process.stdout.write(JSON.stringify(result));
`;

let project: AuthorProject;
afterEach(() => {
  expect(project.leftovers()).toEqual([]);
  project.remove();
});

describe("the built loadAgent", () => {
  it.each(["silo#a-", "silo%20a-", "silo?a-", "silo a+b@c-", "silo-übergröße-"])(
    "loads from %s",
    async (name) => {
      project = makeProject({ name });
      const file = project.write({
        "my agent#1.ts":
          'import { b } from "./b?.js"; export default async () => ({ output: [b, import.meta.dirname] });',
        "b?.ts": "export const b: number = 1;",
      });
      expect(await inNode(runAgent, [file])).toEqual({ output: [1, dirname(file)] });
    },
  );

  it.each([true, false])("gives stacks in the author's file and line (type module: %s)", async (isModule) => {
    project = makeProject({ isModule });
    const file = project.write({
      "agents/agent.ts":
        'import { boom } from "../lib/boom.js";\ninterface Gone { a: 1 }\nexport default async (): Promise<never> => boom();\n',
      "lib/boom.ts":
        "interface Gone {\n  a: string;\n}\nexport function boom(): never {\n  throw new Error('boom' + import.meta.url.length);\n}\n",
    });
    const { stack } = (await inNode(runAgent, [file])) as { stack: string };
    expect(stack).toContain(`${project.folder}/lib/boom.ts:5:9`);
    expect(stack).toContain(`${file}:3:`);
  });

  it("takes @silo/runtime from here, where the project has none", async () => {
    project = makeProject();
    const file = project.write({
      "a.ts":
        'import { toolError } from "@silo/runtime"; export default async () => ({ output: toolError("c", "m").code });',
    });
    expect(await inNode(runAgent, [file])).toEqual({ output: "c" });
    rmSync(`${project.folder}/node_modules`, { recursive: true });
    expect(await inNode(runAgent, [file])).toEqual({ output: "c" });
  });

  it("does so also where it was loaded with require", async () => {
    project = makeProject();
    const file = project.write({
      "a.ts":
        'import { toolError } from "@silo/runtime"; export default async () => ({ output: toolError("c", "m").code });',
    });
    const required = runAgent.replace(
      'import { loadAgent } from "@silo/runtime";',
      'import { createRequire } from "node:module"; const { loadAgent } = createRequire(process.cwd() + "/x.js")("@silo/runtime");',
    );
    expect(await inNode(required, [file])).toEqual({ output: "c" });
  });
});
