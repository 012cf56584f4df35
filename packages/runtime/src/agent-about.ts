import { jsonCopy, type JsonValue } from "@silo/artifacts/json";
import type { Agent } from "./agent.js";

// Registered: whoever defines an agent finds the list, and neither needs the other.
const key = Symbol.for("@silo/flow/definition-findings");

/** An agent that knows what would keep a run of it from succeeding. */
interface CheckedAgent {
  check?(from: { file: string }): unknown;
}

/** From here on whoever defines an agent in this process may write down what is wrong with it, and need not throw. */
export function collectDefinitionFindings(): void {
  (globalThis as Record<symbol, unknown>)[key] = [];
}

/** What is wrong with an agent, and what it lacks; undefined for one that cannot be asked. */
export async function agentFindings(
  agent: Agent,
  { file }: { file: string },
): Promise<JsonValue[] | undefined> {
  const { check } = agent as CheckedAgent;
  if (typeof check !== "function") return undefined;
  const found = (await check({ file })) as unknown[];
  const defined = ((globalThis as Record<symbol, unknown>)[key] ?? []) as unknown[];
  return jsonCopy([...defined, ...found], "the findings") as JsonValue[];
}
