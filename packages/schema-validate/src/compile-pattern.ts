/** A pattern that is ready to be tested. */
export interface Matcher {
  /** Whether the text matches. */
  test(text: string): boolean;
  /** False for a text so long that testing it might take too long. */
  canTest(text: string): boolean;
  /** The longest text that is tested, in UTF-16 units. */
  readonly longest: number;
  /** ajv tells patterns apart by this text. */
  toString(): string;
}

const matchers = new Map<string, Matcher>();
const CACHE_LIMIT = 1_000;

/** The matcher of a pattern; throws `SyntaxError` where it is no regular expression. */
export function compilePattern(pattern: string): Matcher {
  const known = matchers.get(pattern);
  if (known) return known;
  const expression = regularExpression(pattern);
  const matcher: Matcher = {
    longest: Number.POSITIVE_INFINITY,
    test: (text) => expression.test(text),
    canTest: () => true,
    toString: () => pattern,
  };
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

/** With the `u` flag, as JSON Schema asks; without it for old patterns that only so are accepted. */
function regularExpression(pattern: string): RegExp {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return new RegExp(pattern);
  }
}
