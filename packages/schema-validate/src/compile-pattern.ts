import { RE2JS } from "re2js";
import { patternStructure } from "./pattern-structure.js";

/** A pattern that is ready to be tested. */
export interface Matcher {
  /** Whether a text matches. False for one that is longer than `longest`. */
  test(text: string): boolean;
  /** The longest text that can be tested in bounded time, in UTF-16 units. */
  readonly longest: number;
  /** True where a text of ordinary length may take exponential time, since no linear engine takes the pattern. */
  readonly dangerous: boolean;
  /** ajv tells patterns apart by this text. */
  toString(): string;
}

/** Steps that a backtracking engine may need, at worst, for one text. */
const STEP_LIMIT = 1e7;
/** What the linear engine tests in a fraction of a second. */
const LINEAR_LENGTH = 250_000;
/** A text of this length is tested in less than a blink even where every character doubles the time. */
const NESTED_LENGTH = 20;
const CACHE_LIMIT = 1_000;

const matchers = new Map<string, Matcher>();

/**
 * The matcher of a pattern; throws `SyntaxError` for what is no regular expression. The
 * platform's engine backtracks, so it only gets texts for which its worst case is bounded; the others go to a linear
 * engine. A pattern that the linear engine cannot take (look-around, back-references) has a longest text.
 */
export function compilePattern(pattern: string): Matcher {
  const known = matchers.get(pattern);
  if (known) return known;
  const matcher = createMatcher(pattern);
  if (matchers.size >= CACHE_LIMIT) matchers.clear();
  matchers.set(pattern, matcher);
  return matcher;
}

/** As {@link compilePattern}; `undefined` where it is no regular expression. */
export function patternOf(pattern: string): Matcher | undefined {
  try {
    return compilePattern(pattern);
  } catch {
    return undefined;
  }
}

function createMatcher(pattern: string): Matcher {
  const expression = regularExpression(pattern);
  const structure = patternStructure(pattern);
  const { nested, repeats } = structure;
  const quick = nested ? 0 : Math.floor(STEP_LIMIT ** (1 / Math.max(1, repeats)));
  let linear: ((text: string) => boolean) | null | undefined = nested ? linearMatcher(structure) : undefined;
  const hasLinear = (): boolean =>
    (linear === undefined ? (linear = linearMatcher(structure)) : linear) !== null;
  const longest = (): number =>
    hasLinear() ? Math.max(LINEAR_LENGTH, quick) : nested ? NESTED_LENGTH : quick;
  return {
    get longest() {
      return longest();
    },
    get dangerous() {
      return nested && linear === null;
    },
    test(text) {
      if (text.length <= quick) return expression.test(text);
      if (text.length > longest()) return false;
      return linear ? linear(text) : expression.test(text);
    },
    toString: () => pattern,
  };
}

/** With the `u` flag, as JSON Schema asks; without it for old patterns that are only so accepted. */
function regularExpression(pattern: string): RegExp {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return new RegExp(pattern);
  }
}

function linearMatcher({
  lead,
  rest,
}: ReturnType<typeof patternStructure>): ((text: string) => boolean) | null {
  try {
    const conditions = lead.map(({ negative, body }) => ({
      negative,
      expression: linearExpression(`^(?:${body})`),
    }));
    const expression = linearExpression(rest);
    return (text) =>
      expression.matcher(text).find() &&
      conditions.every((condition) => condition.expression.matcher(text).find() !== condition.negative);
  } catch {
    return null;
  }
}

function linearExpression(pattern: string): RE2JS {
  return RE2JS.compile(RE2JS.translateRegExp(pattern));
}
