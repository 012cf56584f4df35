import type { Agent, AgentInput } from "@silo/runtime";
import { plainly, type Desk } from "./desk.js";
import { solve } from "./plans.js";

/**
 * Makes the mistakes that models make: a tool that is not there and arguments under other names, which it mends from
 * what the error says; only the first page of a list; and when a rule stands in the way, something else instead.
 */
const agent: Agent = async ({ task, callTool }) => {
  const output = await solve(task, { attempt: learning(callTool), turnsPages: false, heedsRules: false });
  return { output };
};

export default agent;

const maxAttempts = 4;

function learning(callTool: AgentInput["callTool"]): Desk["attempt"] {
  const attempt = plainly(callTool);
  return async (tool, input) => {
    let wanted = { tool: misremember(tool), input: misspell(input) };
    for (let made = 1; ; made += 1) {
      const outcome = await attempt(wanted.tool, wanted.input);
      if (outcome.refusal === undefined) return outcome;
      const better = mend(wanted, outcome.refusal);
      if (!better || made === maxAttempts) return outcome;
      wanted = better;
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
