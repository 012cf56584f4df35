import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ValidationReport } from "@silo/artifacts";
import { expect, it } from "vitest";
import { envelopeOf, makeProject, silo, writeFiles } from "./run-silo.js";

const page = readFileSync(fileURLToPath(new URL("../../../docs/findings.md", import.meta.url)), "utf8");

/** Code and level of every finding of validation, as the page has them. */
const documented = new Map(
  [...page.matchAll(/^\| `(\w+)` +\| (error|warning) +\|/gm)].map(([, code = "", level = ""]) => [
    code,
    level,
  ]),
);

const task = (id: string, more: object = {}): string =>
  JSON.stringify({ id, title: "T", instruction: "I", verifierId: "VER-1", ...more });
const manifest = (name: string, more: object = {}): string =>
  JSON.stringify({
    ...{ name, template: "blank", templateVersion: "0.0.0", entrypoint: "./index.mjs", tools: [] },
    ...more,
  });
const verifiers = `export const verifiers = [{ id: "VER-1", taskId: "TASK-1", name: "V", check: () => [] }];\n`;
const bindTools = "export const bindTools = () => [];\n";
const createState = "export const createState = () => ({ n: 1 });\n";

/** Everything that can be wrong at once, where the module can be loaded and a world made. */
const many: Record<string, string> = {
  "silo.environment.json": manifest("another"),
  "data/broken.json": "[1 2]",
  "data/unread.json": "[]",
  "tasks/TASK-1.json": task("TASK-1", { entities: ["NOBODY-1"] }),
  "tasks/TASK-2.json": task("TASK-2", { verifierId: "VER-9" }),
  "tasks/TASK-3.json": task("TASK-3"),
  "tasks/TASK-4.json": task("TASK-4", { title: undefined }),
  "extra.ts": "export const n: number = 'one';\n",
  "index.mjs": `let worlds = 0;
const shared = { id: "A" };
export const createState = () => ({ worlds: worlds++, shared });
const tool = { name: "t", description: "d", inputSchema: { type: "object" }, run() {} };
export const bindTools = () => [
  tool,
  tool,
  { ...tool, name: "u", description: "" },
  { ...tool, name: "v", inputSchema: { type: "object", properties: { n: { type: "string", format: "dates" } } } },
];
const verifier = { id: "VER-1", taskId: "TASK-1", name: "V", check: () => [] };
export const verifiers = [verifier, verifier, { ...verifier, id: "VER-2" }];
`,
};

const environments: Record<string, { codes: string[]; files: Record<string, string> }> = {
  many: {
    files: many,
    codes: [
      ...[
        "data_unused",
        "entity_unknown",
        "invalid_json",
        "name_mismatch",
        "schema_doubtful",
        "state_not_repeatable",
      ],
      ...[
        "state_shared",
        "task_invalid",
        "tool_duplicate",
        "tool_invalid",
        "type_error",
        "verifier_duplicate",
      ],
      ...["verifier_not_found", "verifier_task_mismatch", "verifier_unused"],
    ],
  },
  bare: { files: { "index.mjs": "" }, codes: ["manifest_missing"] },
  formless: { files: { "silo.environment.json": '{"name":"formless"}' }, codes: ["manifest_invalid"] },
  absent: { files: { "silo.environment.json": manifest("absent") }, codes: ["entrypoint_missing"] },
  outside: {
    files: { "silo.environment.json": manifest("outside", { entrypoint: "../../../outside.mjs" }) },
    codes: ["entrypoint_outside_environment"],
  },
  broken: withModule("broken", "throw new Error('no module today');\n", "load_failed"),
  hollow: withModule("hollow", createState, "runtime_contract_invalid"),
  ungraded: withModule(
    "ungraded",
    `${createState}${bindTools}export const verifiers = [{ id: "VER-1" }];\n`,
    "verifier_invalid",
  ),
  stateless: withModule(
    "stateless",
    `export const createState = () => { throw new Error('no world today'); };\n${bindTools}${verifiers}`,
    "state_failed",
  ),
  bigint: withModule(
    "bigint",
    `export const createState = () => ({ n: 1n });\n${bindTools}${verifiers}`,
    "state_not_json",
  ),
  toolless: withModule(
    "toolless",
    `${createState}export const bindTools = () => ({});\n${verifiers}`,
    "tools_failed",
  ),
};

function withModule(
  name: string,
  text: string,
  code: string,
): { codes: string[]; files: Record<string, string> } {
  return {
    files: {
      "silo.environment.json": manifest(name),
      "tasks/TASK-1.json": task("TASK-1"),
      "index.mjs": text,
    },
    codes: [code],
  };
}

it("reaches every finding of validation through the command, each with what mends it", async () => {
  const project = makeProject({ "outside.mjs": "" });
  const found = new Map<string, string>();
  for (const [name, { files, codes }] of Object.entries(environments)) {
    writeFiles(join(project, ".silo/environments", name), files);
    const ended = await silo(["env", "validate", "--env", name], { cwd: project });
    const envelope = envelopeOf(ended);
    if (!envelope.ok) throw new Error(ended.stderr);
    const { ok, findings } = envelope.result as ValidationReport;
    expect(ok, name).toBe(false);
    expect(ended.exitCode, name).toBe(1);
    expect([...new Set(findings.map(({ code }) => code))].sort(), name).toEqual(codes);
    for (const { code, level, suggestion = "" } of findings) {
      found.set(code, level);
      expect(suggestion, code).not.toBe("");
      expect(ended.stderr).toContain(`${level}: ${code}: `);
    }
  }
  expect([...found].sort()).toEqual([...documented].sort());
});
