// Reads what is in a runs folder that may not be written, tries to add a run, and says what came of both.
import { createRunFolder, listRuns, readRun } from "@silo/artifacts";
import { isSiloError } from "@silo/errors";

const [runsFolder = ""] = process.argv.slice(2);
const statuses = listRuns(runsFolder).map(({ status, folder }) => [status, readRun(folder).result?.verdict]);
let created;
try {
  createRunFolder(runsFolder, new Date());
  created = "created";
} catch (error) {
  created = isSiloError(error) ? { code: error.code, details: error.details } : String(error);
}
process.stdout.write(JSON.stringify({ statuses, created }));
