// Writes runs into a folder until it is killed. After each write that has returned, one line on standard output says so.
import { writeSync } from "node:fs";
import { createRunFolder } from "@silo/artifacts";
import { eventAt, eventsPerRun, result, runRecord, stateDiff } from "./sample-run.js";

const [runsFolder = ""] = process.argv.slice(2);

/** @param {(string | number)[]} words */
const acknowledge = (...words) => writeSync(1, `${words.join(" ")}\n`);

for (;;) {
  const folder = createRunFolder(runsFolder, new Date());
  const { runId } = folder;
  acknowledge(runId, "folder");
  for (let seq = 1; seq <= eventsPerRun; seq += 1) {
    folder.appendTrace(eventAt(runId, seq));
    acknowledge(runId, seq);
    folder.appendLog("agent", `line ${seq}\n`);
  }
  folder.writeStateDiff(stateDiff);
  acknowledge(runId, "stateDiff");
  folder.writeResult(result);
  acknowledge(runId, "result");
  folder.writeRun(runRecord(runId));
  acknowledge(runId, "run");
  folder.close();
}
