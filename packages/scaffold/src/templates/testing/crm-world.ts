import { createRuntime } from "@silo/runtime";
import { expect } from "vitest";
import { bindTools, createState } from "../../../templates/crm/index.js";
import type { State } from "../../../templates/crm/state.js";

export interface CrmWorld {
  state: State;
  /** Calls a tool as a host does; a refusal throws. */
  call: (name: string, input?: unknown) => Promise<unknown>;
  /** The call is refused with this code, names these in its message, and leaves the world as it was. */
  refused: (name: string, input: unknown, code: string, ...named: string[]) => Promise<void>;
}

/** A fresh crm, in which everything is permitted unless `grants` says otherwise. */
export function openCrm(grants: readonly string[] = ["crm.merge", "crm.delete"]): CrmWorld {
  const state = createState();
  const call = createRuntime({ tools: bindTools(state), state, grants }).call as CrmWorld["call"];
  const refused: CrmWorld["refused"] = async (name, input, code, ...named) => {
    const before = structuredClone(state);
    const error: unknown = await call(name, input).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code });
    for (const text of named) expect((error as Error).message).toContain(text);
    expect(state).toEqual(before);
  };
  return { state, call, refused };
}
