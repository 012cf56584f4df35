import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { environment, main, makeDemo } from "./run-silo.js";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const page = readFileSync(join(repository, "docs/runs.md"), "utf8");
const readme = readFileSync(join(repository, "README.md"), "utf8");

it("shows commands and code that work in the README's project", async () => {
  const agent = /<!-- file: agent\.ts -->\n\n```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  const code = /<!-- file: look\.mjs -->\n\n```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
  const project = await makeDemo("blank", { "agent.ts": agent, "look.mjs": code });
  const runIds = (): string[] => readdirSync(join(project, ".silo/runs")).sort();
  const lines = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, text = ""]) =>
    text.trim().split("\n"),
  );
  expect(lines).toHaveLength(14);
  for (const line of lines) {
    const [, command] = /^npx silo (.+)$/.exec(line) ?? [];
    const typed = command?.replace(/run_\d{14}_\w{4}/, () => runIds()[0] ?? "");
    const { status, stderr } = spawnSync("sh", ["-c", `"$NODE" "$SILO" ${typed}`], {
      cwd: project,
      env: { ...environment(), NODE: process.execPath, SILO: main, SILO_OUTPUT: "text" },
      encoding: "utf8",
    });
    expect(status, `${line}\n${stderr}`).toBe(0);
  }
  expect(runIds()).toHaveLength(1);

  mkdirSync(join(project, "node_modules/@silo"), { recursive: true });
  symlinkSync(join(repository, "packages/scaffold"), join(project, "node_modules/@silo/scaffold"));
  const printed = execFileSync(process.execPath, ["look.mjs"], { cwd: project, encoding: "utf8" });
  expect(printed).toBe("0\npassed same\n");
});
