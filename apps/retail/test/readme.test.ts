import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { hasPeer } from "../src/peer.js";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const [commands = "", output = ""] = [...readme.matchAll(/```\w+\n([\s\S]*?)```/g)].map(([, text]) => text);

it.skipIf(!hasPeer())("the commands of the README do what it says", { timeout: 600_000 }, () => {
  const lines = commands.trim().split("\n");
  expect(lines).toHaveLength(2);
  const printed = lines.map((line) => {
    const { status, stdout, stderr } = spawnSync("sh", ["-c", line], { cwd: repository, encoding: "utf8" });
    expect(status, `${line}\n${stdout}${stderr}`).toBe(0);
    return stdout;
  });
  expect(printed[0]).toContain("114 tasks in ");
  expect(output).not.toBe("");
  expect(printed[1]).toContain(output);
});
