import { changedPlaces, diffStates, jsonCopy } from "@silo/artifacts";
import { describeThrown, isSiloError } from "@silo/errors";
import type { Environment } from "./environment.js";
import type { InspectionFinding } from "./inspection-finding.js";

/**
 * Makes two worlds, and finds a `createState` that breaks, gives what JSON cannot hold, hands out shared objects, or
 * does not give the same twice (contract T7, A6). Returns a world where there is one.
 */
export function inspectState(
  environment: Environment,
  add: (finding: InspectionFinding) => void,
): { value: object } | undefined {
  let worlds: [unknown, unknown];
  try {
    worlds = [environment.createState(), environment.createState()];
  } catch (thrown) {
    add({ code: "state_failed", message: `createState broke: ${describeThrown(thrown)}` });
    return undefined;
  }
  const [first, second] = worlds;
  if (typeof first !== "object" || first === null) {
    add({ code: "state_failed", message: "createState must return an object." });
    return undefined;
  }
  try {
    jsonCopy(first, "the state");
    const different = changedPlaces(diffStates(first, second));
    if (different.length > 0) {
      add({
        code: "state_not_repeatable",
        message: `createState gives another world each time; these differ: ${listed(different)}.`,
        suggestion: "Derive the world from the data alone, without clock or randomness",
      });
    }
  } catch (thrown) {
    if (!isSiloError(thrown, "value_not_json")) throw thrown;
    add({ code: "state_not_json", message: thrown.message });
    return undefined;
  }
  const shared = sharedPlaces(first, second);
  if (shared.length > 0) {
    add({
      code: "state_shared",
      message: `createState hands out the same objects to two worlds, so that one run can change another: ${listed(shared)}.`,
      suggestion: "Copy the data in createState, for example with structuredClone",
    });
  }
  return { value: first };
}

function listed(places: string[]): string {
  const shown = places.slice(0, 5).map((place) => (place === "" ? "the state itself" : place));
  return shown.join(", ") + (places.length > shown.length ? ` and ${places.length - shown.length} more` : "");
}

/** Where `second` holds an object that `first` holds too: the topmost places only, dotted. */
function sharedPlaces(first: object, second: unknown): string[] {
  const known = new Set<unknown>();
  walk(first, "", (value) => {
    const isNew = !known.has(value);
    known.add(value);
    return isNew;
  });
  const shared: string[] = [];
  const seen = new Set<unknown>();
  walk(second, "", (value, path) => {
    if (seen.has(value)) return false;
    seen.add(value);
    if (!known.has(value)) return true;
    shared.push(path);
    return false;
  });
  return shared;
}

/** Visits every object below `value`, and goes deeper where `visit` says so. */
function walk(value: unknown, path: string, visit: (value: object, path: string) => boolean): void {
  if (typeof value !== "object" || value === null || !visit(value, path)) return;
  const entries: Iterable<[unknown, unknown]> =
    value instanceof Map ? value : value instanceof Set ? value.entries() : Object.entries(value);
  for (const [key, item] of entries) walk(item, path === "" ? String(key) : `${path}.${String(key)}`, visit);
}
