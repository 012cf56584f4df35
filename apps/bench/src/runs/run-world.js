import { defineLeadTool, leadEnvironment, leadTools, makeState } from "../lead-world.js";

/** About 100 KB of JSON. */
const largeAnswer = Object.values(makeState(910).leads);

const takesNothing = /** @type {const} */ ({ type: "object", properties: {}, additionalProperties: false });

const { createState, verifiers } = leadEnvironment(100);

export { createState, verifiers };

export function bindTools() {
  return [
    ...leadTools,
    defineLeadTool({
      name: "list_archive",
      description: "List the leads of other years",
      inputSchema: takesNothing,
      effect: "read",
      run: () => largeAnswer,
    }),
    defineLeadTool({
      name: "loop",
      description: "Never come back",
      inputSchema: takesNothing,
      effect: "read",
      run: () => {
        while (true);
      },
    }),
  ];
}
