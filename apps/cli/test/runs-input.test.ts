import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commands } from "../src/commands.js";
import { ranBy, world } from "./ran-project.js";
import { envelopeOf, environment, main, makeDemo, silo, writeFiles } from "./run-silo.js";

describe("what is wrong with a command line on runs", () => {
  it.each<[string, string, number, string]>([
    ["runs prune", "usage_error", 2, "--keep"],
    ["runs prune --keep 1 --older-than 7d", "usage_error", 2, "--older-than"],
    ["runs prune --keep 1.5", "usage_error", 2, "1.5"],
    ["runs prune --keep -1", "usage_error", 2, "-1"],
    ["runs prune --older-than 7", "usage_error", 2, '"7"'],
    ["runs list --limit 0", "usage_error", 2, "--limit"],
    ["runs list --verdict good", "usage_error", 2, "passed, failed, ungraded"],
    ["runs shwo latest", "usage_error", 2, "runs show"],
    ["runs", "usage_error", 2, "runs list"],
    ["runs show", "usage_error", 2, "RUN"],
    ["compare latest", "usage_error", 2, "OTHER"],
    ["runs show run_20260915020238_9s02", "run_not_found", 10, "run_20260915020238_9s01"],
    ["runs replay run_20260915020238_9s02", "run_not_found", 10, "run_20260915020238_9s01"],
    ["compare latest nothing-like-it", "artifact_version_unsupported", 65, "2.0"],
    ["runs show ../runs", "run_not_found", 10, "silo runs list"],
    ["runs show latest", "artifact_version_unsupported", 65, "2.0"],
    ["runs grade latest", "artifact_version_unsupported", 65, "2.0"],
  ])("%s is %s", async (line, code, exitCode, named) => {
    const project = await makeDemo("blank");
    writeFiles(project, { ".silo/runs/run_20260915020238_9s01/run.json": '{"formatVersion":"2.0"}' });
    const json = await silo([...line.split(" "), "--json"], { cwd: project });
    expect(envelopeOf(json)).toMatchObject({ ok: false, error: { code } });
    expect(json.exitCode).toBe(exitCode);
    expect(json.stderr).toContain(named);
  });

  it("is run_not_found for the latest of none", async () => {
    const project = await makeDemo("blank");
    const ended = await silo(["runs", "show", "latest"], { cwd: project });
    expect(envelopeOf(ended)).toMatchObject({ error: { code: "run_not_found" } });
  });
});

describe("the examples in the help of the commands on runs", () => {
  const shown = commands.filter(({ name }) => name.startsWith("runs ") || name === "compare");

  it("are shown, and work as they stand", async () => {
    const { project, ids } = await ranBy("solver");
    mkdirSync(join(project, world, "solutions"), { recursive: true });
    for (const { name, examples } of shown) {
      const help = await silo([...name.split(" "), "--help"], { cwd: project });
      expect(help.exitCode).toBe(0);
      expect(help.stdout).toContain("Examples:");
      for (const [line] of examples) {
        const typed = line.replace(/run_\d{14}_\w{4}/, ids[0] ?? "");
        const { status, stderr } = spawnSync("sh", ["-c", `"$NODE" "$SILO" ${typed}`], {
          cwd: project,
          env: { ...environment(), NODE: process.execPath, SILO: main, SILO_OUTPUT: "text" },
          encoding: "utf8",
        });
        expect(status, `${line}\n${stderr}`).toBe(0);
      }
    }
    const saved = readFileSync(join(project, world, "solutions/TASK-001.json"), "utf8");
    expect(JSON.parse(saved)).toMatchObject({ answer: "Done." });
  });
});
