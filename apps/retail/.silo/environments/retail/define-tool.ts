import { toolsFor } from "@silo/runtime";
import type { State } from "./state.js";

/** `defineTool` for this world: the type of `input` follows from each tool's schema. */
export const defineTool = toolsFor<State>();
