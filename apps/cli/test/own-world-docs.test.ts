import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { blocksOf, followBlocks } from "./follow-page.js";
import { makeProject } from "./run-silo.js";

const page = readFileSync(new URL("../../../docs/build-your-own-world.md", import.meta.url), "utf8");

it("docs/build-your-own-world.md goes from data to a check", () => {
  expect([...page.matchAll(/^## \d\. (.+)$/gm)].map(([, step]) => step)).toEqual([
    ...["Data", "State", "Tools", "Task", "Verifier", "Solution", "Check"],
  ]);
});

it(
  "docs/build-your-own-world.md can be followed word for word, to a task that is proved",
  { timeout: 300_000 },
  async () => {
    const project = makeProject();
    const root = join(project, ".silo/environments/desk");
    // Every block is executed: what is no file and no output has to be commands.
    await followBlocks(blocksOf(page), { project, root });
    expect(existsSync(join(root, "tasks/TASK-001.json"))).toBe(true);
  },
);
