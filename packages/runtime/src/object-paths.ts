import { isObject, placeOf, type StateRecord } from "./state-record.js";

interface Step {
  owner: object;
  place: string;
}

/** The shortest dotted path from `root` to each of `wanted` that it reaches; empty for the root itself. */
export function pathsOf(
  root: object,
  wanted: Iterable<object>,
  recordOf: (object: object) => StateRecord | undefined,
): Map<object, string> {
  const missing = new Set(wanted);
  const paths = new Map<object, string>();
  const steps = new Map<object, Step | undefined>([[root, undefined]]);
  // A Map's iteration comes to what is added during it: level after level.
  for (const object of steps.keys()) {
    if (missing.delete(object)) paths.set(object, pathTo(object, steps));
    if (missing.size === 0) break;
    const record = recordOf(object);
    record?.values.forEach((value, index) => {
      for (const next of record.kind === "map" ? [record.keys[index], value] : [value]) {
        if (isObject(next) && !steps.has(next))
          steps.set(next, { owner: object, place: placeOf(record, index) });
      }
    });
  }
  return paths;
}

function pathTo(object: object, steps: Map<object, Step | undefined>): string {
  const places: string[] = [];
  for (let step = steps.get(object); step; step = steps.get(step.owner)) places.unshift(step.place);
  return places.join(".");
}
