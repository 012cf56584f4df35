import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { agentSource } from "./agent-source.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "silo-agents-")));
const project = join(folder, "project");
const packagesFrom = join(folder, "tool/main.js");
afterAll(() => rmSync(folder, { recursive: true }));

function write(file: string, text = ""): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

function install(where: string, name: string): string {
  const exports = { "./agent": "./agent.js" };
  write(join(where, "node_modules", name, "package.json"), JSON.stringify({ name, exports }));
  return write(join(where, "node_modules", name, "agent.js"));
}

const own = install(project, "@shop/flow");
install(join(folder, "tool"), "@shop/flow");
const withTool = install(join(folder, "tool"), "@shop/ready");
write(join(project, "agents/clerk"));

const find = (given: string) => agentSource(given, { project, packagesFrom });

test("a package of the project goes first, then one beside the command", async () => {
  expect(await find("@shop/flow/agent")).toEqual({ file: own, given: "@shop/flow/agent" });
  expect(await find("@shop/ready/agent")).toEqual({ file: withTool, given: "@shop/ready/agent" });
  expect((await agentSource("@shop/ready/agent", { project })).file).toBe(join(project, "@shop/ready/agent"));
});

test.each(["./agent.ts", "agent.ts", "../agent.ts", "agents/clerk", "@shop/nobody/agent"])(
  "%s counts as a path from the project",
  async (given) => {
    expect(await find(given)).toEqual({ file: join(project, given), given });
  },
);
