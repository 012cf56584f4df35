import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the test material: `SILO_CORPUS`, or `shared` beside the repository. */
const folder = join(
  process.env["SILO_CORPUS"] ?? fileURLToPath(new URL("../../../../../shared", import.meta.url)),
  "corpus",
);

/** Whether the corpus is there. Where it is required and absent, tests fail; else they are skipped, and say so. */
export function hasCorpus(): boolean {
  if (existsSync(folder)) return true;
  if (process.env["SILO_REQUIRE_CORPUS"] === "1")
    throw new Error(`The corpus is required, but ${folder} does not exist.`);
  console.warn(`Skipped: the corpus is not at ${folder}.`);
  return false;
}

/** A JSON file of the corpus. */
export function readCorpus<T>(file: string): T {
  return JSON.parse(readFileSync(join(folder, file), "utf8")) as T;
}
