import type { DefinitionFinding } from "@silo/errors";
import { inOrder } from "./in-order.js";

/** The faults of one tool's definition, as `defineTool` found them. */
export interface DefinitionFault {
  tool: string;
  findings: readonly DefinitionFinding[];
}

// An author's module may have loaded its own copy of this package, so the list is found through the global symbol
// registry and not through a variable of this module.
const key = Symbol.for("silo.runtime.definition-faults");

/** Adds to the list of the collection that is going on; false where there is none. */
export function recordDefinitionFault(fault: DefinitionFault): boolean {
  const faults = (globalThis as Record<symbol, unknown>)[key];
  if (!Array.isArray(faults)) return false;
  faults.push(fault);
  return true;
}

/** There is one list, so collections that overlap would take each other's faults. */
const oneAfterTheOther = inOrder();

/**
 * Runs `load` and collects the faults that `defineTool` finds meanwhile, instead of letting the first one throw
 * (contract T1). Collections that are asked for at the same time wait for each other; one inside another never ends.
 */
export function collectDefinitionFaults<T>(
  load: () => Promise<T>,
): Promise<{ loaded: T; faults: DefinitionFault[] }> {
  return oneAfterTheOther(() => collectNow(load));
}

async function collectNow<T>(load: () => Promise<T>): Promise<{ loaded: T; faults: DefinitionFault[] }> {
  const scope = globalThis as Record<symbol, unknown>;
  const before = scope[key];
  const faults: DefinitionFault[] = [];
  scope[key] = faults;
  try {
    return { loaded: await load(), faults };
  } finally {
    scope[key] = before;
  }
}
