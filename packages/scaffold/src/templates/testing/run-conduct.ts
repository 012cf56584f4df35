import { runTask, type RunOutcome, type SiloTask } from "@silo/runtime";
import { expect } from "vitest";
import * as environment from "../../../templates/crm/index.js";
import { templateGrants } from "../../template-catalogue.js";

export interface Conduct {
  calls: readonly { tool: string; input: unknown }[];
  answer: string;
}

export const doNothing: Conduct = { calls: [], answer: "" };

/** The result of an agent that makes these calls in a fresh crm and gives this answer. */
export async function resultOf(task: unknown, { calls, answer }: Conduct): Promise<RunOutcome["result"]> {
  const outcome = await runTask({
    environment,
    task: task as SiloTask,
    grants: templateGrants["crm"],
    agent: async ({ callTool }) => {
      for (const { tool, input } of calls) await callTool(tool, input);
      return { output: answer };
    },
  });
  expect(outcome.ungradedBy).toBeUndefined();
  for (const { detail } of outcome.result.checks) expect(detail).toMatch(/\w/);
  return outcome.result;
}

export const passed = { passed: true, reward: 1 };

export function failing(...labels: string[]): object {
  return { passed: false, reward: 0, failedRequired: labels };
}
