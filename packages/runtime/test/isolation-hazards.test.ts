import { afterAll, describe, expect, it } from "vitest";
import { agentHazards, type Hazard } from "./agent-hazards.js";
import { openCases } from "./isolated-project.js";
import { worldHazards } from "./world-hazards.js";

const isDeep = process.env["SILO_DEEP"] === "1";
const repeats = isDeep ? 20 : 1;
const timeout = isDeep ? 1_200_000 : 180_000;
/** How long a case may keep this process from everything else, milliseconds that it computes. */
const maxBlockMs = 1_000;

const cases = openCases();
const cwd = process.cwd();
let blockMs = 0;
let lastTick = process.cpuUsage();
const ticking = setInterval(() => {
  const { user, system } = process.cpuUsage(lastTick);
  blockMs = Math.max(blockMs, (user + system) / 1_000);
  lastTick = process.cpuUsage();
}, 10);
afterAll(() => {
  clearInterval(ticking);
  cases.remove();
});

const chosen = (hazards: Hazard[]): [string, Hazard][] =>
  hazards.filter((hazard) => isDeep || !hazard.isDeep).map((hazard) => [hazard.name, hazard]);

async function meet({ name: _name, sees, isDeep: isSlow, ...code }: Hazard): Promise<void> {
  for (let round = 0; round < (isSlow ? 1 : repeats); round += 1) {
    const met: unknown = await cases.run(code).catch((thrown: unknown) => thrown);
    expect(met).toMatchObject(sees);
    // A hook that is not there has not failed.
    if (code.hooks === undefined) expect(JSON.stringify(met)).not.toContain("hook_failed");
  }
}

describe.each(agentHazards)("an agent %s", (_group, hazards) => {
  it.concurrent.each(chosen(hazards))("%s", { timeout }, (_name, hazard) => meet(hazard));
});

describe.each(worldHazards)("%s", (_group, hazards) => {
  it.concurrent.each(chosen(hazards))("%s", { timeout }, (_name, hazard) => meet(hazard));
});

describe("what an agent prints", () => {
  it.each([
    [
      "past the stream of its process",
      `fs.writeSync(1, "printed"); fs.writeSync(2, "too");`,
      /^(printedtoo|tooprinted)$/,
    ],
    [
      "before it loops",
      `console.log("printed"); console.error("too"); while (true);`,
      /^(printed\ntoo|too\nprinted)\n$/,
    ],
    ["before it exits", `console.log("printed"); process.exit();`, /^printed\n$/],
  ])("%s is handed on", async (_name, act, expected) => {
    let text = "";
    await cases.run({
      act,
      limits: { timeoutMs: 300 },
      onOutput: (from, part) => (text += from === "agent" ? part : "!"),
    });
    expect(text).toMatch(expected);
  });

  it("is cut where it is 100 MB, and the run is not lost", async () => {
    const act = `
      for (let n = 0; n < 100; n += 1) await new Promise((resolve) => process.stdout.write("x".repeat(1e6), resolve));
      await callTool("add_note", { id: "B", text: "x" });`;
    let length = 0;
    const outcome = await cases.run({ act, onOutput: (_from, text) => (length += text.length) });
    expect(outcome.verdict).toBe("passed");
    expect(length).toBeGreaterThan(1_000_000);
    expect(length).toBeLessThan(1_100_000);
  });
});

describe("this process", () => {
  it("was not held up by any of them, and is as it was", () => {
    expect(blockMs).toBeLessThan(maxBlockMs);
    expect(process.cwd()).toBe(cwd);
    expect(process.env["SILO_OF_THE_AGENT"]).toBeUndefined();
  });
});
