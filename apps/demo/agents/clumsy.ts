import type { Agent, AgentInput } from "@silo/runtime";
import { solve, type Call } from "./plan.js";

/**
 * Makes the mistakes that models make, a tool that is not there and arguments under other names, and mends each from
 * what the error says, never from a list of the right names.
 */
const agent: Agent = async ({ task, callTool }) => ({ output: await solve(task, learning(callTool)) });

export default agent;

const maxAttempts = 4;

function learning(callTool: AgentInput["callTool"]): Call {
  return async (tool, input) => {
    let attempt = { tool: misremember(tool), input: misspell(input) };
    for (let made = 1; ; made += 1) {
      const { output, isError } = await callTool(attempt.tool, attempt.input);
      if (!isError) return output;
      const { message } = output as { message: string };
      const better = mend(attempt, message);
      if (!better || made === maxAttempts) throw new Error(`I could not mend this: ${message}`);
      attempt = better;
    }
  };
}

/** list_leads becomes list_lead. */
function misremember(tool: string): string {
  return tool.replace(/s$/, "");
}

/** leadId becomes lead_id. */
function misspell(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}

interface Attempt {
  tool: string;
  input: Record<string, unknown>;
}

/** Reads the error: which name was wrong, and which name is meant instead. */
function mend({ tool, input }: Attempt, message: string): Attempt | undefined {
  const otherTool = /no tool named "[^"]+"; did you mean "([^"]+)"/.exec(message)?.[1];
  if (otherTool !== undefined) return { tool: otherTool, input };
  const missing = [...message.matchAll(/"([^"]+)" is required/g)].map(([, name = ""]) => name);
  const wrong = [...message.matchAll(/"([^"]+)" is not a parameter(?: \(did you mean "([^"]+)"\?\))?/g)];
  if (wrong.length === 0) return undefined;
  const renamed = new Map(
    wrong.map(([, name = "", meant]) => [
      name,
      meant ?? missing.find((other) => sameLetters(other, name)) ?? name,
    ]),
  );
  const mended = Object.entries(input).map(([name, value]) => [renamed.get(name) ?? name, value]);
  return { tool, input: Object.fromEntries(mended) as Record<string, unknown> };
}

function sameLetters(a: string, b: string): boolean {
  const letters = (text: string): string => text.replaceAll(/[^a-z]/gi, "").toLowerCase();
  return letters(a) === letters(b);
}
