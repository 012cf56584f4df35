import { s, toolError } from "@silo/runtime";
import { toUtc } from "../clock.js";
import { defineTool } from "../define-tool.js";

export const advanceClock = defineTool({
  name: "advance_clock",
  description:
    "Moves the current time of this CRM forward, for work that happens at a later moment. It cannot be moved back.",
  inputSchema: s.object({
    to: s.string({ format: "date-time", description: "Later than the time of get_settings" }),
  }),
  outputSchema: s.object({ now: s.string({ format: "date-time" }) }),
  effect: "write",
  run(state, { to }) {
    const moment = toUtc(to);
    if (moment <= state.now) {
      throw toolError(
        "invalid_input",
        `"to" is ${moment}, but it is ${state.now} already; the clock only moves forward.`,
      );
    }
    state.now = moment;
    return { now: state.now };
  },
});
