import { dirname } from "node:path";
import { loadModule } from "./bundle-module.js";
import type { Environment } from "./environment.js";
import { hashFiles } from "./hash-files.js";
import { defaultLimits } from "./limits.js";
import { readEnvironment } from "./read-environment.js";

/** An environment as a run uses it: the contract of its module, and the hash of the files that make it. */
export interface LoadedEnvironment {
  environment: Environment;
  /** SHA-256 in hex over the author's files that the entrypoint reaches, by relative path and content. */
  hash: string;
}

/**
 * Loads the module at `entrypoint`, an absolute path, and checks the contract (T5). Throws `environment_load_failed`
 * where the module breaks, `tool_invalid` or `verifier_invalid` where a definition in it is malformed, and
 * `runtime_contract_invalid` where it exports something else, `load_timeout` where it takes longer than
 * `loadTimeoutMs`.
 */
export async function loadEnvironment(
  entrypoint: string,
  { loadTimeoutMs = defaultLimits.loadTimeoutMs }: { loadTimeoutMs?: number } = {},
): Promise<LoadedEnvironment> {
  let files: string[] = [];
  const environment = await readEnvironment(entrypoint, async () => {
    const loaded = await loadModule(entrypoint, { timeoutMs: loadTimeoutMs });
    files = loaded.files;
    return loaded.exports;
  });
  return { environment, hash: await hashFiles(files, dirname(entrypoint)) };
}
