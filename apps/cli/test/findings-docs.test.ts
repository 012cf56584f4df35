import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { envelopeOf, makeDemo, silo } from "./run-silo.js";

const page = readFileSync(fileURLToPath(new URL("../../../docs/findings.md", import.meta.url)), "utf8");

it("shows commands that work, and every member of a finding", async () => {
  const project = await makeDemo("blank");
  const lines = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, text = ""]) =>
    text.trim().split("\n"),
  );
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    const [npx, command, ...args] = line.split(" ");
    expect([npx, command]).toEqual(["npx", "silo"]);
    const ended = await silo(args, { cwd: project });
    expect(ended.exitCode, ended.stderr).toBe(0);
    expect(envelopeOf(ended)).toMatchObject({ result: { environment: "demo", ok: true, findings: [] } });
  }
  const { stdout } = await silo(["env", "validate", "--schema"], { cwd: project });
  const schema = JSON.parse(stdout) as { properties: { findings: { items: { properties: object } } } };
  const [, table = ""] = /\n\| member[^\n]*\n([\s\S]*?)\n\n/.exec(page) ?? [];
  const members = table.split("\n").flatMap((row) => [
    ...row
      .split("|", 2)
      .join("")
      .matchAll(/`(\w+)`/g),
  ]);
  expect(members.map(([, member]) => member).sort()).toEqual(
    Object.keys(schema.properties.findings.items.properties).sort(),
  );
});
