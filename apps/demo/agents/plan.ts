import type { AgentInput } from "@silo/runtime";

/** Calls a tool and gives its output; throws where the call failed. */
export type Call = (tool: string, input: Record<string, unknown>) => Promise<unknown>;

interface Page<T> {
  items: T[];
}
interface Lead {
  id: string;
  estimatedValue: number;
}
interface Named {
  id: string;
  name: string;
}
interface Deal {
  id: string;
  amount: number;
  stageId: string;
}
interface Stage extends Named {
  probability: number;
}

/** A script for each of the three tasks, as a careful salesperson would work through them. */
export async function solve(task: string, call: Call): Promise<string> {
  if (task.includes("convert")) return convertLead(task, call);
  if (task.includes("pipeline worth")) return reportPipeline(call);
  return handOverDeals(task, call);
}

async function convertLead(task: string, call: Call): Promise<string> {
  const leads = (await call("list_leads", { query: "Halvorsen" })) as Page<Lead>;
  const stages = (await call("list_stages", {})) as Page<Stage>;
  const lead = leads.items[0];
  const stage = stages.items.find(({ name }) => task.includes(`the ${name} stage`));
  if (!lead || !stage) return "I found no such lead, or no such stage.";
  const converted = (await call("convert_lead", {
    leadId: lead.id,
    opportunity: {
      name: /named "([^"]+)"/.exec(task)?.[1],
      amount: lead.estimatedValue,
      closeDate: "2026-11-30",
      stageId: stage.id,
    },
  })) as { opportunity: Deal };
  return converted.opportunity.id;
}

async function handOverDeals(task: string, call: Call): Promise<string> {
  const users = (await call("list_users", {})) as Page<Named>;
  const mentioned = users.items
    .filter(({ name }) => task.includes(name))
    .sort((a, b) => task.indexOf(a.name) - task.indexOf(b.name));
  const [leaver, successor] = mentioned;
  if (!leaver || !successor) return "I do not know who hands over to whom.";
  const deals = (await call("list_opportunities", { ownerId: leaver.id, outcome: "open" })) as Page<Deal>;
  for (const deal of deals.items) {
    await call("reassign_opportunity", { opportunityId: deal.id, ownerId: successor.id });
  }
  return deals.items.map(({ id }) => id).join(", ");
}

async function reportPipeline(call: Call): Promise<string> {
  const stages = (await call("list_stages", {})) as Page<Stage>;
  const chance = new Map(stages.items.map(({ id, probability }) => [id, probability]));
  const deals = (await call("list_opportunities", { outcome: "open", limit: 100 })) as Page<Deal>;
  const weighted = deals.items.reduce(
    (sum, { amount, stageId }) => sum + (amount * (chance.get(stageId) ?? 0)) / 100,
    0,
  );
  return `The weighted value of open pipeline is $${weighted}`;
}

/** A call that must succeed: any error ends the agent. */
export function strictly(callTool: AgentInput["callTool"]): Call {
  return async (tool, input) => {
    const { output, isError } = await callTool(tool, input);
    if (isError) throw new Error(`${tool} failed: ${JSON.stringify(output)}`);
    return output;
  };
}
