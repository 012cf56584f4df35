import type { SiloVerifier } from "@silo/verify";
import type { Tool } from "./tool.js";

/** What the module at an environment's entrypoint exports (contract T5, source 002). */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface Environment<State = any> {
  /** A fresh world; nothing in it is shared with another one. */
  createState(): State;
  bindTools(state: State): Tool<State>[];
  verifiers: SiloVerifier<State>[];
}
