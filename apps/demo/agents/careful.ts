import type { Agent } from "@silo/runtime";
import { plainly } from "./desk.js";
import { solve } from "./plans.js";

/** Calls every tool right the first time, reads lists to the end, looks before it acts, and does what a refusal says. */
const agent: Agent = async ({ task, callTool }) => {
  const output = await solve(task, { attempt: plainly(callTool), turnsPages: true, heedsRules: true });
  return { output };
};

export default agent;
