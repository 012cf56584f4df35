import { s } from "@silo/runtime";
import { defineTool } from "../define-tool.js";
import { stageSchema } from "../state.js";

export const listStages = defineTool({
  name: "list_stages",
  description:
    "Lists the stages of the pipeline in their order, with the chance of winning a deal that is in them (percent).",
  inputSchema: s.object({}),
  outputSchema: s.object({ items: s.array(stageSchema) }),
  effect: "read",
  run(state) {
    return { items: Object.values(state.stages).sort((a, b) => a.position - b.position) };
  },
});
