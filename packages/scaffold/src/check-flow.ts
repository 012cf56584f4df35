import { siloError } from "@silo/errors";
import { inspectAgent } from "@silo/runtime";
import { agentSource } from "./agent-source.js";

/** Something that would make a run of a flow fail, and is known before it. */
export interface FlowFinding {
  /** `definition_invalid`, `profile_invalid`, `variable_missing`, `dependency_missing`, `address_invalid`. */
  code: string;
  message: string;
  /** What the flow uses it for, such as `llm`; left out where it is about the flow itself. */
  kind?: string;
  /** The name of the profile or the prompt. */
  profile?: string;
  /** Dotted, below the profile. */
  field?: string;
  /** The line that mends it. */
  command?: string;
}

/** `ok` is true where nothing was found. */
export interface FlowReport {
  /** As it was given. */
  flow: string;
  ok: boolean;
  findings: FlowFinding[];
}

/**
 * Loads a flow in a process of its own and says what would make a run of it fail, all at once: what is wrong with its
 * definition, packages and variables that are missing. Nothing of it is run. Throws what `loadAgent` throws,
 * `agent_invalid` also for an agent that is no flow, and `cancelled`.
 */
export async function checkFlow(
  given: string,
  {
    signal,
    ...from
  }: { project: string; packagesFrom?: string | undefined; signal?: AbortSignal | undefined },
): Promise<FlowReport> {
  const { file } = await agentSource(given, from);
  const findings = (await inspectAgent(file, { signal })) as unknown as FlowFinding[] | undefined;
  if (findings) return { flow: given, ok: findings.length === 0, findings };
  const reason =
    "its default export is no flow: only what defineFlow of @silo/flow gives can say what it needs";
  throw siloError("agent_invalid", { file, reason });
}
