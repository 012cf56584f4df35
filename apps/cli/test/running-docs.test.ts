import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defaultLimits, limitNames } from "@silo/runtime/limits";
import { expect, it } from "vitest";
import { makeDemo, makeProject, silo, writeFiles } from "./run-silo.js";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const page = readFileSync(join(repository, "docs/running.md"), "utf8");
const readme = readFileSync(join(repository, "README.md"), "utf8");

/** Blocks of one language with the output that follows them, if any. */
function blocks(text: string, language: string): { code: string; output: string | undefined }[] {
  const pattern = new RegExp(
    `\`\`\`${language}\\n([\\s\\S]*?)\`\`\`(?:\\n\\n<!-- output -->\\n\\n\`\`\`text\\n([\\s\\S]*?)\`\`\`)?`,
    "g",
  );
  return [...text.matchAll(pattern)].map(([, code = "", output]) => ({ code, output }));
}

it("shows commands that work in the README's project", { timeout: 120_000 }, async () => {
  const agent = /<!-- file: agent\.ts -->\n\n```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  const project = await makeDemo("blank", { "agent.ts": agent });
  const commands = blocks(page, "sh");
  expect(commands).toHaveLength(3);
  for (const { code, output } of commands) {
    const [npx, command, ...args] = code.trim().split(/\s+/);
    expect([npx, command]).toEqual(["npx", "silo"]);
    const ended = await silo([...args, "--no-json"], { cwd: project });
    expect(ended.exitCode, ended.stderr).toBe(0);
    if (output !== undefined) expect(ended.stdout).toContain(output);
  }
});

it("has every limit, with its flag and its default", () => {
  const rows = [...page.matchAll(/^\| `(\w+)` +\| `--([\w-]+)` +\| (\w+) +\|/gm)].map(
    ([, ...cells]) => cells,
  );
  expect(rows).toEqual(
    limitNames.map((name) => [
      name,
      name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      String(defaultLimits[name] ?? "off"),
    ]),
  );
});

it("shows code that runs", { timeout: 120_000 }, () => {
  const [sample] = blocks(page, "ts");
  const project = makeProject({
    "sample.mjs": sample?.code ?? "",
    "agent.ts": 'export default async ({ callTool }) => ({ output: await callTool("increment", {}) });\n',
  });
  writeFiles(project, {
    "counter/index.ts": `import { check, defineTool, defineVerifier } from "@silo/runtime";
      type State = { count: number };
      export const createState = (): State => ({ count: 0 });
      export const bindTools = () => [defineTool<State>({
        name: "increment", description: "Adds one.", inputSchema: { type: "object", properties: {} },
        run: (state) => (state.count += 1),
      })];
      export const verifiers = [defineVerifier<State>({
        id: "VER-001", taskId: "TASK-001", name: "It is one", check: (final) => [check("one", final.count === 1)],
      })];`,
  });
  mkdirSync(join(project, "node_modules/@silo"), { recursive: true });
  symlinkSync(join(repository, "packages/runtime"), join(project, "node_modules/@silo/runtime"));
  const output = execFileSync(process.execPath, ["sample.mjs"], { cwd: project, encoding: "utf8" });
  expect(output).toBe("passed 1 true\n{ passed: 3, failed: 0, ungraded: 0, total: 3 }\n");
});
