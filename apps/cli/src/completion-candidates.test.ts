import { describe, expect, it } from "vitest";
import { commands } from "./commands.js";
import { completionCandidates, type NameKind } from "./completion-candidates.js";

const names: Record<NameKind, string[]> = {
  environment: ["home", "shop"],
  task: ["TASK-001", "TASK-002"],
  run: ["latest", "run_20260915020238_9s01"],
  dataset: ["todos"],
  template: ["blank", "crm"],
  code: ["task_not_found"],
  topic: ["authoring", "proof"],
};

/** The candidates for a line behind `silo`, whose last word is the one at the cursor, and with which options names were looked for. */
async function complete(line: string): Promise<{ words: string[]; typed: Record<string, string> }> {
  let seen: Record<string, string> = {};
  const candidates = await completionCandidates(line.split(" "), {
    commands,
    findNames: (kind, typed) => {
      seen = { ...typed };
      return Promise.resolve(names[kind]);
    },
  });
  return { words: candidates.map(({ word }) => word), typed: seen };
}

describe("completionCandidates", () => {
  it.each([
    ["ru", ["run", "runs"]],
    ["env ", ["list", "show", "validate", "remove"]],
    ["env v", ["validate"]],
    ["nonsense ", []],
    ["run --isol", ["--isolation"]],
    ["run --isolation ", ["process", "none"]],
    ["run --isolation=n", ["--isolation=none"]],
    ["run --env ", ["home", "shop"]],
    ["run --env=h", ["--env=home"]],
    // As bash splits it.
    ["run --env = ", ["home", "shop"]],
    ["run --env =", ["home", "shop"]],
    ["run --env = s", ["shop"]],
    ["run --env home --task ", ["TASK-001", "TASK-002"]],
    ["task show --id ", ["TASK-001", "TASK-002"]],
    ["task add --id ", []],
    ["data show ", ["todos"]],
    ["data add ", []],
    ["runs replay l", ["latest"]],
    ["compare latest r", ["run_20260915020238_9s01"]],
    ["init --template ", ["blank", "crm"]],
    ["explain ", ["task_not_found"]],
    ["docs p", ["proof"]],
    ["completion ", ["bash", "zsh", "fish"]],
    ["--json env l", ["list"]],
    ["run --agent ", []],
    ["run --runs ", []],
  ])("of %j are %j", async (line, expected) => {
    expect((await complete(line)).words).toEqual(expected);
  });

  it("are the options of the command that have not been given, and those of every command", async () => {
    const { words } = await complete("env validate --env home --");
    expect(words).toEqual(["--json", "--schema", "--cwd", "--verbose", "--color", "--help"]);
    expect((await complete("run --grant a --gr")).words).toEqual(["--grant"]);
  });

  it("look for names with the options before the cursor, whatever their form", async () => {
    expect((await complete("run --cwd=/elsewhere --env home --json --task ")).typed).toEqual({
      cwd: "/elsewhere",
      env: "home",
    });
  });

  it("say what each command and option does", async () => {
    const candidates = await completionCandidates([""], { commands, findNames: () => Promise.resolve([]) });
    expect(candidates.every(({ describe }) => describe.length > 5 && !/[\n\t]/.test(describe))).toBe(true);
    expect(candidates).toContainEqual({ word: "env", describe: "Commands: list, show, validate, remove" });
  });
});
