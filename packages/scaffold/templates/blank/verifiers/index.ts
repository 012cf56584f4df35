import type { SiloVerifier } from "@silo/runtime";
import type { State } from "../state.js";
import { ver001 } from "./VER-001.js";

/** What grades runs. A file in this folder grades nothing until it stands here. */
export const verifiers: SiloVerifier<State>[] = [ver001];
