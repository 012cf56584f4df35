import { check, defineVerifier, toolError, toolsFor } from "@silo/runtime";

/**
 * @typedef {{ id: string, name: string, company: string, stage: string, amount: number, owner: string }} Lead
 * @typedef {{ leads: Record<string, Lead> }} State
 */

const stages = /** @type {const} */ (["new", "contacted", "qualified", "won", "lost"]);

/** The arguments of every tool here, as JSON Schema. */
export const inputSchema = /** @type {const} */ ({
  type: "object",
  properties: {
    leadId: { type: "string", minLength: 1 },
    stage: { type: "string", enum: stages },
    amount: { type: "number", minimum: 0 },
  },
  required: ["leadId", "stage", "amount"],
  additionalProperties: false,
});

/** @typedef {{ leadId: string, stage: string, amount: number }} Input */

/** @type {Input} */
export const validInput = { leadId: "lead_7", stage: "qualified", amount: 1_250 };
/** One field misspelt, one of the wrong type. */
export const invalidInput = { leadID: "lead_7", stage: "qualified", amount: "1250" };

/**
 * @param {number} size How many leads.
 * @returns {State}
 */
export function makeState(size) {
  /** @type {Record<string, Lead>} */
  const leads = {};
  for (let index = 0; index < size; index += 1) {
    const id = `lead_${index}`;
    leads[id] = {
      id,
      name: `Person ${index}`,
      company: `Company ${index % 97}`,
      stage: /** @type {string} */ (stages[index % stages.length]),
      amount: index * 10,
      owner: `owner_${index % 7}`,
    };
  }
  return { leads };
}

/**
 * Calls that each go to another lead and bring another amount, so that every write changes the world.
 * @param {number} size
 * @returns {() => Input}
 */
export function differentInputs(size) {
  let made = 0;
  return () => {
    made += 1;
    // A step that is prime to every size visits all leads.
    return { leadId: `lead_${(made * 7_919) % size}`, stage: "won", amount: made };
  };
}

/**
 * @param {State} state
 * @param {Input} input
 */
export function compareLead(state, { leadId, stage, amount }) {
  const lead = findLead(state, leadId);
  return { leadId, sameStage: lead.stage === stage, missing: amount - lead.amount };
}

/**
 * @param {State} state
 * @param {Input} input
 */
export function moveLead(state, { leadId, stage, amount }) {
  const lead = findLead(state, leadId);
  lead.stage = stage;
  lead.amount = amount;
  return { leadId, stage, amount };
}

/**
 * @param {State} state
 * @param {string} leadId
 */
function findLead(state, leadId) {
  const lead = state.leads[leadId];
  if (!lead) throw toolError("not_found", `There is no lead ${leadId}.`);
  return lead;
}

export const defineLeadTool = /** @type {typeof toolsFor<State>} */ (toolsFor)();

/** The tools that are called: one that reads, one that writes, and one that refuses after it has written. */
export const leadTools = [
  defineLeadTool({
    name: "compare_lead",
    description: "Compare a lead with a stage and an amount",
    inputSchema,
    effect: "read",
    run: compareLead,
  }),
  defineLeadTool({
    name: "move_lead",
    description: "Move a lead to a stage",
    inputSchema,
    effect: "write",
    run: moveLead,
  }),
  defineLeadTool({
    name: "move_lead_and_refuse",
    description: "Move a lead to a stage, then refuse",
    inputSchema,
    effect: "write",
    run: (state, input) => {
      moveLead(state, input);
      throw toolError("conflict", "The lead cannot be moved.");
    },
  }),
];

/**
 * @param {number} size How many leads.
 * @returns {import("@silo/runtime").Environment<State>}
 */
export function leadEnvironment(size) {
  return {
    createState: () => makeState(size),
    bindTools: () => leadTools,
    verifiers: [
      defineVerifier({
        id: "all_there",
        taskId: "measure",
        name: "All leads are there",
        check: (finalState) => [check("no lead is lost", Object.keys(finalState.leads).length === size)],
      }),
    ],
  };
}

/** @type {import("@silo/runtime").RunTaskOptions["task"]} */
export const leadTask = {
  id: "measure",
  title: "Measure",
  instruction: "Call the tools.",
  verifierId: "all_there",
};
