/** A member's name or an item's index. */
export type PathSegment = string | number;

/** What a value is, in JSON's words; `nothing` where no value came, `not_json` for what JSON cannot hold. */
export type ReceivedKind =
  "string" | "number" | "boolean" | "null" | "array" | "object" | "nothing" | "not_json";

/** What came: its kind and, for a scalar of up to 40 code points, the value; `size` is a length or a count. */
export interface Received {
  readonly kind: ReceivedKind;
  readonly value?: string | number | boolean | null;
  readonly size?: number;
}

/**
 * One thing that is wrong with a value (contract V5). `keyword` is JSON Schema's, or one of ours: `undeclared`,
 * `not_json`, `too_deep`, `too_large`, `stringified`, `wrapped`. What `expected` holds goes with the keyword:
 * the names of the types (`type`, `required`, `stringified`), the values (`enum`, `const`), the accepted names
 * (`undeclared`, `wrapped`), the bound, the pattern, the name of the format.
 */
export interface Problem {
  /** Where, from the root of the value. Of a missing or an undeclared member: with that member's name. */
  readonly path: PathSegment[];
  readonly keyword: string;
  readonly expected: unknown;
  readonly received: Received;
  /** The accepted name or value that was most probably meant; of a missing member, the name that it came under. */
  readonly nearest?: string;
  /** The values that are allowed, where the problem is a missing member or a wrong type. */
  readonly allowed?: readonly unknown[];
  /** The format that is wanted, where the problem is a wrong type. */
  readonly format?: string;
  /** The names that the object accepts which should have come. */
  readonly members?: readonly string[];
  /** What the name of an undeclared member would have to match, where no name is declared. */
  readonly patterns?: readonly string[];
  /** The member may be left out. */
  readonly optional?: true;
  /** A second place or name that the problem speaks of: the wrapper, the repeated item, the member that asks for this one. */
  readonly other?: PathSegment;
  /** How many forms the value could have had, where this problem is that of the nearest one. */
  readonly alternatives?: number;
  /** Set on the last problem where more were not collected. */
  readonly more?: true;
}

const ECHO_LIMIT = 40;

/** Describes what came, echoing nothing but short scalars. */
export function receivedOf(value: unknown): Received {
  switch (typeof value) {
    case "string":
      return isShort(value)
        ? { kind: "string", value, size: codePoints(value) }
        : { kind: "string", size: codePoints(value) };
    case "number":
      return Number.isFinite(value) ? { kind: "number", value } : { kind: "not_json" };
    case "boolean":
      return { kind: "boolean", value };
    case "undefined":
      return { kind: "nothing" };
    case "object":
      if (value === null) return { kind: "null", value: null };
      if (Array.isArray(value)) return { kind: "array", size: value.length };
      return { kind: "object" };
    default:
      return { kind: "not_json" };
  }
}

function isShort(text: string): boolean {
  return text.length <= ECHO_LIMIT || (text.length <= 2 * ECHO_LIMIT && codePoints(text) <= ECHO_LIMIT);
}

/** The length of a text as JSON Schema counts it. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const next = text.charCodeAt(index + 1);
      if (next >= 0xdc00 && next <= 0xdfff) {
        count--;
        index++;
      }
    }
  }
  return count;
}
