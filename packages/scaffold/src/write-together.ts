import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { createFile, replaceFile } from "@silo/artifacts";

/** A file that is made and one that is changed, both or neither. */
export interface PairOfFiles {
  made: { file: string; text: string };
  /** `before` is what was read. */
  changed: { file: string; before: Buffer; text: string };
}

export type PairOutcome = "written" | "made_is_there" | "changed_meanwhile";

const pledgeEnding = ".adding";

/**
 * Makes one file and changes another, under the environment's lock. What makes both count is the renaming of the changed
 * file, which is last: before it stands a pledge beside the new file, a hidden copy of it. Whoever finds a pledge knows
 * that its writer was killed, and `redeemPledges` takes the new file away again, or only the pledge where the change was
 * made.
 */
export function writeTogether({ made, changed }: PairOfFiles): PairOutcome {
  if (existsSync(made.file)) return "made_is_there";
  const pledge = join(dirname(made.file), `.${basename(made.file)}${pledgeEnding}`);
  try {
    replaceFile(pledge, made.text);
    if (!createFile(made.file, made.text)) return "made_is_there";
    try {
      if (!readFileSync(changed.file).equals(changed.before)) {
        rmSync(made.file, { force: true });
        return "changed_meanwhile";
      }
      replaceFile(changed.file, changed.text);
    } catch (error) {
      rmSync(made.file, { force: true });
      throw error;
    }
    return "written";
  } finally {
    rmSync(pledge, { force: true });
  }
}

/**
 * Brings a folder back to before or after what a killed process was about to write with `writeTogether`. `isChanged` says
 * whether the changed file already knows the new one. A file that was edited since is the author's, and stays. Under the
 * environment's lock.
 */
export function redeemPledges(folder: string, isChanged: (file: string) => boolean): void {
  for (const entry of readdirSync(folder)) {
    if (!entry.startsWith(".") || !entry.endsWith(pledgeEnding)) continue;
    const pledge = join(folder, entry);
    const name = entry.slice(1, -pledgeEnding.length);
    const file = join(folder, name);
    if (existsSync(file) && !isChanged(name) && readFileSync(file).equals(readFileSync(pledge))) rmSync(file);
    rmSync(pledge);
  }
  sweepDrafts(folder);
}

/** What `createFile` and `replaceFile` leave where they are killed; under the lock nobody else is writing here. */
export function sweepDrafts(folder: string): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder)) {
    if (draft.test(entry)) rmSync(join(folder, entry), { recursive: true, force: true });
  }
}

const draft = /\.[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
