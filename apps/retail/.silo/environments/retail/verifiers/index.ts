import { s, type SiloVerifier } from "@silo/runtime";
import targets from "../data/targets.json" with { type: "json" };
import type { State } from "../state.js";
import { targetSchema } from "../target.js";
import { targetVerifier } from "./target-verifier.js";

/** What grades runs: one verifier for each target. */
export const verifiers: SiloVerifier<State>[] = [...s.array(targetSchema).parse(targets).map(targetVerifier)];
