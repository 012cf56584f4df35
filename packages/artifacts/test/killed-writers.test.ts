import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { listRuns, readResult, readRun, readRunRecord, readStateDiff, type StoredRun } from "@silo/artifacts";
import { expect, it } from "vitest";
import { eventAt, eventsPerRun, result, runRecord, stateDiff } from "./sample-run.js";

const script = fileURLToPath(new URL("write-runs.js", import.meta.url));
const isDeep = process.env["SILO_DEEP"] === "1";
const writersAtOnce = 3;
const rounds = isDeep ? 67 : 3;
/** Longer than a run takes to be written, so that every moment of one is met. */
const longestLifeMs = 150;

/** Random numbers below 1, the same in every run of the test; which moment of the writing they meet is not. */
function makeRandom(): () => number {
  let state = 7;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

/** Starts a writer, kills it when it has been writing for so long, and gives the lines that it wrote. */
async function writeAndKill(runs: string, acknowledgements: string, lifeMs: number): Promise<string[]> {
  const output = openSync(acknowledgements, "w");
  const writer = spawn(process.execPath, [script, runs], { stdio: ["ignore", output, "inherit"] });
  const ended = new Promise<string | number | null>((resolve) =>
    writer.once("exit", (code, signal) => resolve(signal ?? code)),
  );
  while (statSync(acknowledgements).size === 0 && writer.exitCode === null) await sleep(2);
  await sleep(lifeMs);
  writer.kill("SIGKILL");
  expect(await ended).toBe("SIGKILL");
  closeSync(output);
  return readFileSync(acknowledgements, "utf8").trimEnd().split("\n");
}

/** What a process had written of a run, by its own word, when it was killed. */
interface Acknowledged {
  events: number;
  files: Set<string>;
}

function readAcknowledged(lines: string[]): Map<string, Acknowledged> {
  const runs = new Map<string, Acknowledged>();
  for (const line of lines) {
    const [runId = "", what = ""] = line.split(" ");
    const run = runs.get(runId) ?? { events: 0, files: new Set<string>() };
    runs.set(runId, run);
    if (/^\d+$/.test(what)) run.events = Number(what);
    else run.files.add(what);
  }
  return runs;
}

/** What was acknowledged is there, and what else is there is whole. */
function requireWhole(stored: StoredRun, acknowledged: Acknowledged): void {
  const { events } = stored.trace;
  expect(events.length).toBeGreaterThanOrEqual(acknowledged.events);
  expect(events.length).toBeLessThanOrEqual(Math.min(acknowledged.events + 1, eventsPerRun));
  expect(events).toEqual(events.map((_, index) => eventAt(stored.runId, index + 1)));
  const records = { stateDiff, result, run: runRecord(stored.runId) };
  for (const [name, record] of Object.entries(records)) {
    const found = stored[name as keyof typeof records];
    if (acknowledged.files.has(name) || found !== undefined) expect(found).toEqual(record);
  }
}

it(`survives ${rounds * writersAtOnce} kills of processes that write runs in one folder at once`, async () => {
  const folder = mkdtempSync(join(tmpdir(), "silo killed-"));
  const random = makeRandom();
  const seen = { runs: 0, unfinished: 0, torn: 0, leftovers: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const runs = join(folder, `${round}`, "runs");
    const written = await Promise.all(
      Array.from({ length: writersAtOnce }, (_, writer) =>
        writeAndKill(runs, join(folder, `${round}-${writer}.txt`), random() * longestLifeMs),
      ),
    );
    const byWriter = written.map(readAcknowledged);
    const acknowledged = new Map(byWriter.flatMap((found) => [...found]));
    // No two processes were given one folder.
    expect(acknowledged.size).toBe(byWriter.reduce((sum, found) => sum + found.size, 0));
    const summaries = listRuns(runs);
    expect(summaries.map(({ runId }) => runId)).toEqual(expect.arrayContaining([...acknowledged.keys()]));
    // A process may have been killed between making a folder and saying so.
    expect(summaries.length).toBeLessThanOrEqual(acknowledged.size + writersAtOnce);
    for (const summary of summaries) {
      expect(summary.status).not.toBe("unreadable");
      const stored = readRun(summary.folder);
      requireWhole(stored, acknowledged.get(summary.runId) ?? { events: 0, files: new Set() });
      expect(readRunRecord(summary.folder)).toEqual(stored.run);
      expect(readResult(summary.folder)).toEqual(stored.result);
      expect(readStateDiff(summary.folder)).toEqual(stored.stateDiff);
      seen.runs += 1;
      if (summary.status === "unfinished") seen.unfinished += 1;
      if (stored.trace.isTorn) seen.torn += 1;
      seen.leftovers += readdirSync(summary.folder).filter((name) => /\.json\.[0-9a-f-]+$/.test(name)).length;
    }
  }
  rmSync(folder, { recursive: true });
  if (isDeep) console.log(`killed ${rounds * writersAtOnce} writers: ${JSON.stringify(seen)}`);
  expect(seen.unfinished).toBeGreaterThan(0);
}, 900_000);
