import { agentText } from "./agent-text.js";
import { lineText } from "./escape-text.js";

/** How far a chain of causes is followed: one that leads back to itself has no end. */
export const maxCauses = 16;

/** A property of something that was thrown; undefined where reading it throws. */
export function readProperty(thrown: unknown, name: string): unknown {
  try {
    return (thrown as Record<string, unknown> | null | undefined)?.[name];
  } catch {
    return undefined;
  }
}

/** `thrown` and its causes, outermost first. */
export function causesOf(thrown: unknown): unknown[] {
  const chain: unknown[] = [];
  for (
    let at = thrown;
    at !== undefined && at !== null && chain.length < maxCauses;
    at = readProperty(at, "cause")
  ) {
    if (chain.includes(at)) break;
    chain.push(at);
  }
  return chain;
}

/** Whatever was thrown, in one line: `TypeError: x is not a function`, a thrown text as it is, anything else as JSON text. */
export function describeThrown(thrown: unknown): string {
  if (typeof thrown === "string") return lineText(thrown);
  const message = readProperty(thrown, "message");
  const name = readProperty(thrown, "name");
  if (typeof message !== "string" || typeof name !== "string") return agentText(thrown, { max: 2000 });
  if (message === "") return lineText(name);
  return lineText(name === "Error" || name === "" ? message : `${name}: ${message}`);
}

/** The stack of whatever was thrown and of its causes, for a log or an author, never for an agent. */
export function tracebackOf(thrown: unknown): string {
  const parts = causesOf(thrown).map((at) => {
    const stack = readProperty(at, "stack");
    return typeof stack === "string" && stack !== "" ? stack : describeThrown(at);
  });
  return parts.join("\ncaused by: ").slice(0, 65_536);
}

/** The cause of an error on the wire: that of a coded error in its own form, any other as its name and message. */
export function wireCause(cause: unknown, depth = 1): unknown {
  const message = readProperty(cause, "message");
  const name = readProperty(cause, "name");
  if (typeof message !== "string" || typeof name !== "string") return { message: describeThrown(cause) };
  const code = readProperty(cause, "code");
  const inner = readProperty(cause, "cause");
  return {
    name: lineText(name, { max: 200 }),
    message: message.slice(0, 8192),
    ...(typeof code === "string" ? { code } : {}),
    ...(inner === undefined || depth >= maxCauses ? {} : { cause: wireCause(inner, depth + 1) }),
  };
}
