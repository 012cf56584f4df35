import { dirname } from "node:path";
import type { Agent } from "./agent.js";
import { loadModule } from "./bundle-module.js";
import { defaultLimits } from "./limits.js";
import { hashFiles } from "./hash-files.js";
import { readAgentModule, requireAgentFile } from "./read-agent.js";

export interface LoadedAgent {
  agent: Agent;
  /** SHA-256 in hex over the author's files that the agent is made of. */
  hash: string;
}

/**
 * Loads the agent at `file`, an absolute path. Throws `agent_not_found`, or `agent_invalid` where the module breaks
 * or its default export is no function, `load_timeout` where it takes longer than `loadTimeoutMs`.
 */
export async function loadAgent(
  file: string,
  { loadTimeoutMs = defaultLimits.loadTimeoutMs }: { loadTimeoutMs?: number } = {},
): Promise<LoadedAgent> {
  requireAgentFile(file);
  let files: string[] = [];
  const agent = await readAgentModule(file, async () => {
    const loaded = await loadModule(file, { timeoutMs: loadTimeoutMs });
    files = loaded.files;
    return loaded.exports;
  });
  return { agent, hash: await hashFiles(files, dirname(file)) };
}
