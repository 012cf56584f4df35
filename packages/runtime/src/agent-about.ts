import type { JsonValue } from "@silo/artifacts/json";

// Registered, so that every loaded copy of a package means the same.
const aboutKey = Symbol.for("@silo/runtime/about-agent");
const inspectedKey = Symbol.for("@silo/runtime/inspected");

/** What an agent tells of itself, to whoever looks at it before a run; `file` is the author's file. */
export type AgentAbout = (from: { file: string }) => JsonValue | Promise<JsonValue>;

/** Lets an agent tell of itself: see `inspectAgent`. */
export function tellAbout<A extends object>(agent: A, about: AgentAbout): A {
  return Object.defineProperty(agent, aboutKey, { value: about });
}

/** What the agent tells, undefined where it tells nothing. */
export async function aboutAgent(agent: unknown, from: { file: string }): Promise<JsonValue | undefined> {
  return (agent as { [aboutKey]?: AgentAbout } | undefined)?.[aboutKey]?.(from);
}

/** From here on agents are loaded in this process to be looked at. */
export function beInspected(): void {
  (globalThis as { [inspectedKey]?: boolean })[inspectedKey] = true;
}

/** Whether an agent is loaded to be looked at only: what is wrong with it belongs into what it tells of itself. */
export function isInspected(): boolean {
  return (globalThis as { [inspectedKey]?: boolean })[inspectedKey] === true;
}
