import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { describeThrown, isSiloError, siloError } from "@silo/errors";
import type { Agent } from "./agent.js";
import { bundleModule, type LoadedModule } from "./bundle-module.js";
import { defaultLimits } from "./limits.js";
import { hashFiles } from "./load-environment.js";
import { nameKind } from "./name-kind.js";

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
  if (!existsSync(file)) throw siloError("agent_not_found", { file });
  if (!statSync(file).isFile()) throw siloError("agent_invalid", { file, reason: "it is not a file" });
  let loaded: LoadedModule;
  try {
    loaded = await bundleModule(file, { timeoutMs: loadTimeoutMs });
  } catch (cause) {
    if (isSiloError(cause, "load_timeout")) throw cause;
    const reason = `it broke while it was loaded: ${describeThrown(cause).replace(/\.$/, "")}`;
    throw siloError("agent_invalid", { file, reason }, { cause });
  }
  return { agent: readAgent(loaded.exports, file), hash: await hashFiles(loaded.files, dirname(file)) };
}

/** CommonJS loading nests the default export once more. */
function readAgent(exports: Record<string, unknown>, file: string): Agent {
  const exported = exports["default"];
  const nested = (exported as { default?: unknown } | null | undefined)?.default;
  const agent = [exported, nested].find((candidate) => typeof candidate === "function");
  if (agent) return agent as Agent;
  const names = Object.keys(exports).filter((name) => name !== "default");
  const found =
    exported === undefined
      ? `it exports no default${names.length > 0 ? `, only: ${names.join(", ")}` : ""}`
      : `its default export is ${nameKind(exported)}, not a function`;
  throw siloError("agent_invalid", { file, reason: found });
}
