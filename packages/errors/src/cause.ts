import { agentText } from "./agent-text.js";
import { nameError } from "./brand.js";
import { dropUndefined } from "./drop-undefined.js";
import { cutText, lineText } from "./escape-text.js";

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

/** Properties of something that was thrown, each where it is a text. */
export function readTexts(thrown: unknown, ...names: readonly string[]): (string | undefined)[] {
  return names.map((name) => {
    const value = readProperty(thrown, name);
    return typeof value === "string" ? value : undefined;
  });
}

/** `thrown` and its causes, outermost first. */
export function causesOf(thrown: unknown): unknown[] {
  const chain: unknown[] = [];
  for (
    let at = thrown;
    at !== undefined && at !== null && chain.length < maxCauses && !chain.includes(at);
    at = readProperty(at, "cause")
  ) {
    chain.push(at);
  }
  return chain;
}

/** Whatever was thrown, in one line: `TypeError: x is not a function`, a thrown text as it is, anything else as JSON text. */
export function describeThrown(thrown: unknown): string {
  if (typeof thrown === "string") return lineText(thrown);
  const [name, message] = readTexts(thrown, "name", "message");
  if (name === undefined || message === undefined) return agentText(thrown, { max: 2000 });
  return lineText([name === "Error" && message ? "" : name, message].filter(Boolean).join(": "));
}

/** The stack of whatever was thrown and of its causes, for a log or an author, never for an agent. */
export function tracebackOf(thrown: unknown): string {
  const stacks = causesOf(thrown).map((at) => readTexts(at, "stack")[0] || describeThrown(at));
  return stacks.join("\ncaused by: ").slice(0, 65_536);
}

/** A cause as the second argument of a built-in error: without one, the error has no such property. */
export function causeOption(cause: unknown): ErrorOptions | undefined {
  return cause === undefined ? undefined : { cause };
}

/** The causes of an error on the wire, each with its name, message and code; what is no error is described. */
export function wireCause(cause: unknown): unknown {
  return causesOf(cause).reduceRight((inner: unknown, at) => {
    const [name, message, code] = readTexts(at, "name", "message", "code");
    if (name === undefined || message === undefined) return { message: describeThrown(at) };
    return dropUndefined({
      name: lineText(name, { max: 200 }),
      message: cutText(message, 8192),
      code,
      cause: inner,
    });
  }, undefined);
}

/** What {@link wireCause} wrote, as plain errors with the names, messages and codes of those that were there. */
export function causeFromWire(wire: unknown): unknown {
  return causesOf(wire).reduceRight((inner: unknown, at) => {
    const [name, message, code] = readTexts(at, "name", "message", "code");
    if (name === undefined || message === undefined) return message;
    const error = new Error(message, causeOption(inner));
    nameError(error, name);
    return Object.assign(error, dropUndefined({ code }));
  }, undefined);
}
