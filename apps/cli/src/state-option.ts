import type { OptionDefinition } from "./command.js";

/** The state type that code is generated for. */
export const stateOption: Record<"state", OptionDefinition> = {
  state: {
    type: "string",
    describe: "The name of the world's type in state.ts; not needed where it is State",
  },
};
