import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the test material: `SILO_CORPUS`, or `shared` beside the repository. */
const folder = join(
  process.env["SILO_CORPUS"] ?? fileURLToPath(new URL("../../../../../shared", import.meta.url)),
  "corpus",
);

/** Where a file or a folder of the corpus is. */
export function corpusPath(...names: string[]): string {
  return join(folder, ...names);
}

/** Whether the corpus is there. Where it is required and absent, tests fail; else they are skipped, and say so. */
export function hasCorpus(): boolean {
  if (existsSync(folder)) return true;
  if (process.env["SILO_REQUIRE_CORPUS"] === "1")
    throw new Error(`The corpus is required, but ${folder} does not exist.`);
  console.warn(`Skipped: the corpus is not at ${folder}.`);
  return false;
}

/** A JSON file of the corpus. */
export function readCorpus<T>(...names: string[]): T {
  return JSON.parse(readFileSync(corpusPath(...names), "utf8")) as T;
}

/** Whether all of the material is used, instead of a sample that is the same on every run. */
export const isDeep = process.env["SILO_DEEP"] === "1";

/** Numbers from 0 to 1 that are the same on every run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
