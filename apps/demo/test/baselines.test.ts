import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { withTable } from "../src/baseline-table.js";

const page = readFileSync(new URL("../../../docs/baselines.md", import.meta.url), "utf8");

it("docs/baselines.md holds what the command prints", async () => {
  const script = fileURLToPath(new URL("../src/baselines.js", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  expect(withTable(page, stdout)).toBe(page);
  // Each is better than the one before, and none is paid for doing nothing.
  const [passed = ""] = /^\| tasks passed.*$/m.exec(stdout) ?? [];
  const [none, clumsy, careful] = [...passed.matchAll(/(\d+) of 6/g)].map(([, count]) => Number(count));
  expect(none).toBe(0);
  expect(clumsy).toBeGreaterThan(0);
  expect(clumsy).toBeLessThan(6);
  expect(careful).toBe(6);
});
