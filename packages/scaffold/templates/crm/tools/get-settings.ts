import { s } from "@silo/runtime";
import { defineTool } from "../define-tool.js";
import { settingsSchema } from "../state.js";

export const getSettings = defineTool({
  name: "get_settings",
  description:
    "Tells the current time of this CRM, the currency of all amounts, and after how many quiet days an open deal counts as stale.",
  inputSchema: s.object({}),
  outputSchema: settingsSchema,
  effect: "read",
  run({ now, currency, staleAfterDays }) {
    return { now, currency, staleAfterDays };
  },
});
