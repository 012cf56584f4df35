// Writes a run where files may not grow beyond a limit, and says on standard output what came of it.
import { createRunFolder } from "@silo/artifacts";
import { isSiloError } from "@silo/errors";
import { eventAt, result } from "./sample-run.js";

// Without a handler the system ends a process that reaches the limit.
process.on("SIGXFSZ", () => {});
const [runsFolder = ""] = process.argv.slice(2);

/** @param {() => void} work */
function outcomeOf(work) {
  try {
    work();
    return "written";
  } catch (error) {
    return isSiloError(error) ? { code: error.code, details: error.details } : String(error);
  }
}

const folder = createRunFolder(runsFolder, new Date());
const { runId } = folder;
folder.writeResult(result);
let events = 0;
/** @type {ReturnType<typeof outcomeOf>} */
let outcome = "written";
while (outcome === "written" && events < 10_000) {
  outcome = outcomeOf(() => folder.appendTrace(eventAt(runId, 6)));
  if (outcome === "written") events += 1;
}
const short = outcomeOf(() => folder.appendTrace(eventAt(runId, 2)));
const long = { ...result, agentOutput: "x".repeat(10_000_000) };
const replaced = outcomeOf(() => folder.writeResult(long));
folder.close();
process.stdout.write(JSON.stringify({ path: folder.path, events, outcome, short, replaced }));
