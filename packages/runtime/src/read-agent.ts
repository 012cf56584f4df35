import { existsSync, statSync } from "node:fs";
import { describeThrown, isSiloError, siloError, type SiloError } from "@silo/errors";
import type { Agent, AgentPreparation } from "./agent.js";
import { nameKind } from "./name-kind.js";

/** Throws `agent_not_found` or `agent_invalid` where there is no file to load. */
export function requireAgentFile(file: string): void {
  if (!existsSync(file)) throw siloError("agent_not_found", { file });
  if (!statSync(file).isFile()) throw siloError("agent_invalid", { file, reason: "it is not a file" });
}

/**
 * The agent of a module, with the errors of `loadAgent` for what goes wrong while `load` gets its exports. `isRun: false`
 * where it will not act, so that nothing needs to be there.
 */
export async function readAgentModule(
  file: string,
  load: () => Promise<Record<string, unknown>>,
  { isRun = true }: { isRun?: boolean } = {},
): Promise<Agent> {
  try {
    const agent = readAgent(await load(), file);
    if (isRun) await (agent as AgentPreparation).prepare?.({ file });
    return agent;
  } catch (cause) {
    throw agentLoadFault(file, cause);
  }
}

/** What an author reads where the agent in `file` could not be loaded. */
export function agentLoadFault(file: string, cause: unknown): SiloError {
  for (const code of ["load_timeout", "agent_invalid", "dependency_missing"] as const)
    if (isSiloError(cause, code)) return cause;
  const reason = `it broke while it was loaded: ${describeThrown(cause).replace(/\.$/, "")}`;
  return siloError("agent_invalid", { file, reason }, { cause });
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
