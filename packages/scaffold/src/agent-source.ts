import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { resolveModule, type AgentSource } from "@silo/runtime";

/** What an import of a package looks like, as far as it names a file in it or the package alone. */
const packagePattern = /^(?:@[\w.-]+\/)?[a-z0-9][\w.-]*(?:\/[\w./-]+)?$/i;

/**
 * The file of an agent that is given as a path, which counts from the project, or as an import of a package:
 * `@silo/flow/agent`. A package is looked for in the project, and then from the file `packagesFrom`. What is neither
 * stays the path of a file that is not there.
 */
export async function agentSource(
  given: string,
  { project, packagesFrom }: { project: string; packagesFrom?: string | undefined },
): Promise<AgentSource> {
  const file = resolve(project, given);
  if (!packagePattern.test(given) || existsSync(file)) return { file, given };
  const folders = [project, ...(packagesFrom === undefined ? [] : [dirname(packagesFrom)])];
  for (const folder of folders) {
    const found = await resolveModule(given, folder);
    if (found !== undefined) return { file: found, given };
  }
  return { file, given };
}
