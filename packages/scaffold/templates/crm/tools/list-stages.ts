import { s } from "@silo/runtime";
import { defineTool } from "../define-tool.js";
import { matching, pageFrom, pageOf, pagingInput } from "../listing.js";
import { stageOutcomes, stageSchema } from "../state.js";

export const listStages = defineTool({
  name: "list_stages",
  description:
    "Lists the stages of the pipeline in their order, with the chance of winning a deal that is in them (percent), one page at a time.",
  inputSchema: s.object({
    outcome: s.optional(s.enumeration(stageOutcomes, { description: "Won and lost stages are closed" })),
    ...pagingInput,
  }),
  outputSchema: pageOf(stageSchema),
  effect: "read",
  run(state, { outcome, ...paging }) {
    const stages = Object.values(state.stages).sort((a, b) => a.position - b.position);
    return pageFrom(matching(stages, { outcome }), paging);
  },
});
