import type { Tool } from "@silo/runtime";
import type { State } from "./state.js";
import { tools } from "./tools/index.js";

export { createState } from "./environment.js";
export { verifiers } from "./verifiers/index.js";

export function bindTools(_state: State): Tool<State>[] {
  return tools;
}
