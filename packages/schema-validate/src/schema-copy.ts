import { isRecord, type JsonSchema } from "./json-schema.js";
import type { Findings } from "./findings.js";
import type { PathSegment } from "./problem.js";

/** Levels of a schema's JSON, and its values. Beyond them ajv needs seconds or runs out of stack. */
const DEPTH_LIMIT = 200;
const NODE_LIMIT = 50_000;

/**
 * A copy of a schema that nobody else can change: JSON values only, without members that are `undefined`. What JSON
 * cannot hold, a cycle, too much depth or size is a finding, and the copy is `undefined`.
 */
export function copySchema(schema: unknown, findings: Findings): JsonSchema | undefined {
  if (typeof schema !== "boolean" && !isRecord(schema)) {
    findings.fault(
      [],
      `the schema must be an object or a boolean, not ${schema === null ? "null" : Array.isArray(schema) ? "an array" : typeof schema}`,
    );
    return undefined;
  }
  const copier = new Copier(findings);
  const copy = copier.copy(schema, [], []);
  return copier.failed ? undefined : (copy as JsonSchema);
}

class Copier {
  readonly #findings: Findings;
  #nodes = 0;
  failed = false;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  copy(value: unknown, path: PathSegment[], ancestors: object[]): unknown {
    if (this.failed) return undefined;
    if (++this.#nodes > NODE_LIMIT)
      return this.#fail([], `the schema is too large: at most ${NODE_LIMIT} values are accepted`);
    if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    if (typeof value !== "object") {
      return this.#fail(
        path,
        `holds ${typeof value === "number" ? String(value) : `a ${typeof value}`}, which is not JSON`,
      );
    }
    if (ancestors.includes(value))
      return this.#fail(path, 'leads back to a schema that it is part of; use "$ref" instead');
    if (path.length >= DEPTH_LIMIT)
      return this.#fail([], `the schema is nested too deep: at most ${DEPTH_LIMIT} levels are accepted`);
    const within = [...ancestors, value];
    if (Array.isArray(value)) return value.map((item, index) => this.copy(item, [...path, index], within));
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== null && prototype !== Object.prototype && Object.getPrototypeOf(prototype) !== null) {
      return this.#fail(path, "holds an object that is not plain, which is not JSON");
    }
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    // Built from entries, since an assignment to `__proto__` would set the prototype.
    return Object.fromEntries(
      members.map(([name, member]) => [name, this.copy(member, [...path, name], within)]),
    );
  }

  #fail(path: readonly PathSegment[], message: string): undefined {
    if (!this.failed) this.#findings.fault(path, message);
    this.failed = true;
    return undefined;
  }
}
