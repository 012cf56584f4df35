import { s } from "@silo/runtime";
import { defineTool } from "../define-tool.js";
import { inIdOrder } from "../listing.js";
import { find } from "../records.js";
import { stageSchema } from "../state.js";

export const getStage = defineTool({
  name: "get_stage",
  description: "Shows one stage of the pipeline with the ids of the opportunities that are in it.",
  inputSchema: s.object({ stageId: s.string({ description: "Such as proposal" }) }),
  outputSchema: s.object({ stage: stageSchema, opportunityIds: s.array(s.string()) }),
  effect: "read",
  run(state, { stageId }) {
    const stage = find(state, "stages", stageId);
    const deals = inIdOrder(state.opportunities).filter((deal) => deal.stageId === stageId);
    return { stage, opportunityIds: deals.map(({ id }) => id) };
  },
});
