import type { JsonSchema } from "./json-schema.js";
import type { PathSegment, Problem } from "./problem.js";
import type { References } from "./references.js";
import { summarize, type SchemaSummary } from "./schema-summary.js";

/** How many schema-meets-value steps one explanation may take. Bounds the time for any schema and any value. */
const STEP_LIMIT = 50_000;
/** How many problems are collected; of what lies beyond, only the existence is told. */
export const PROBLEM_LIMIT = 3_000;
/** How many schemas may apply to one value in a chain of references and combinations. */
const IN_PLACE_LIMIT = 100;

/** Where in the value an explanation is. */
export interface Place {
  readonly path: readonly PathSegment[];
  /** The member may be left out. */
  readonly optional: boolean;
  /** The members that schemas further out, which apply to the same value, require. */
  readonly required: ReadonlySet<string>;
  /** The members that they declare. */
  readonly members: readonly Readonly<Record<string, unknown>>[];
  /** How many schemas led here without going into the value. */
  readonly inPlace: number;
}

export const rootPlace: Place = { path: [], optional: false, required: new Set(), members: [], inPlace: 0 };

/** The place of a member or an item. */
export function childPlace(place: Place, segment: PathSegment, optional: boolean): Place {
  return { path: [...place.path, segment], optional, required: new Set(), members: [], inPlace: 0 };
}

/** The problems of a value under a schema; empty where it is valid. */
export type Visit = (schema: JsonSchema, value: unknown, place: Place, context: ExplainContext) => Problem[];

/** What an explanation needs beside the schema and the value. */
export interface ExplainInput {
  readonly references: References;
  /** False: a format only annotates. */
  readonly assertFormats: boolean;
}

/** What one explanation carries along. */
export class ExplainContext {
  readonly references: References;
  readonly assertFormats: boolean;
  readonly #visit: Visit;
  #steps = STEP_LIMIT;
  readonly #answers = new Map<JsonSchema, Map<string, { value: unknown; problems: Problem[] }>>();

  constructor({ references, assertFormats }: ExplainInput, visit: Visit) {
    this.references = references;
    this.assertFormats = assertFormats;
    this.#visit = visit;
  }

  /** Counts a step; false when a bound is reached, and the explanation ends with what it has. */
  step(place: Place): boolean {
    return this.#steps-- > 0 && place.inPlace <= IN_PLACE_LIMIT;
  }

  get exhausted(): boolean {
    return this.#steps <= 0;
  }

  /** Remembered, since branches of branches would be looked at again and again: twice as often at every level. */
  problemsOf(schema: JsonSchema, value: unknown, place: Place): Problem[] {
    if (typeof schema === "boolean") return this.#visit(schema, value, place, this);
    let seen = this.#answers.get(schema);
    if (!seen) this.#answers.set(schema, (seen = new Map()));
    const key = JSON.stringify(place.path);
    const known = seen.get(key);
    if (known && known.value === value) return known.problems;
    const problems = this.#visit(schema, value, place, this);
    seen.set(key, { value, problems });
    return problems;
  }

  accepts(schema: JsonSchema, value: unknown, place: Place): boolean {
    return this.problemsOf(schema, value, place).length === 0;
  }

  summary(schema: JsonSchema): SchemaSummary {
    return summarize(schema, this.references);
  }
}
