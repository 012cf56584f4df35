import type { SiloVerifier } from "@silo/runtime";
import type { State } from "../state.js";
import { ver001 } from "./VER-001.js";
import { ver002 } from "./VER-002.js";
import { ver003 } from "./VER-003.js";
import { ver004 } from "./VER-004.js";
import { ver005 } from "./VER-005.js";
import { ver006 } from "./VER-006.js";

/** What grades runs. A file in this folder grades nothing until it stands here. */
export const verifiers: SiloVerifier<State>[] = [ver001, ver002, ver003, ver004, ver005, ver006];
