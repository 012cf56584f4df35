import type { AgentInput } from "@silo/runtime";

/** What came of a call: its output, or the message with which it was refused. */
export type Outcome = { output: unknown; refusal?: undefined } | { output?: undefined; refusal: string };

/** How an agent works with the tools. What it does with them stands in the plans, which are the same for all. */
export interface Desk {
  attempt(tool: string, input: Record<string, unknown>): Promise<Outcome>;
  /** Whether it reads on when a list has more pages than one. */
  turnsPages: boolean;
  /** Whether it looks before it acts, and does what a refusal says. */
  heedsRules: boolean;
}

/** A call that must succeed: a refusal ends the agent. */
export async function call<T>(desk: Desk, tool: string, input: Record<string, unknown>): Promise<T> {
  const { output, refusal } = await desk.attempt(tool, input);
  if (refusal !== undefined) throw new Error(`${tool} was refused: ${refusal}`);
  return output as T;
}

/** The items of a list, as far as the agent reads it. */
export async function list<T>(desk: Desk, tool: string, input: Record<string, unknown>): Promise<T[]> {
  const items: T[] = [];
  const paging: { limit?: number; offset?: number } = desk.turnsPages ? { limit: 25 } : {};
  for (;;) {
    const page = await call<{ items: T[]; nextOffset: number | null }>(desk, tool, { ...input, ...paging });
    items.push(...page.items);
    if (!desk.turnsPages || page.nextOffset === null) return items;
    paging.offset = page.nextOffset;
  }
}

/** Makes each call as it is meant. */
export function plainly(callTool: AgentInput["callTool"]): Desk["attempt"] {
  return async (tool, input) => {
    const { output, isError } = await callTool(tool, input);
    return isError ? { refusal: (output as { message: string }).message } : { output };
  };
}
