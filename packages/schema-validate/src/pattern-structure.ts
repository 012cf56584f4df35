/** What the shape of a regular expression tells about the time it may take. */
export interface PatternStructure {
  /** A repeated group repeats or chooses inside: a backtracking engine may need exponential time. */
  readonly nested: boolean;
  /** How many parts may repeat without a small bound: the exponent of the time otherwise. */
  readonly repeats: number;
  /** Conditions at the very start, `(?=…)` and `(?!…)`, taken apart. */
  readonly lead: readonly { readonly negative: boolean; readonly body: string }[];
  /** The pattern without them. */
  readonly rest: string;
}

interface Group {
  choices: boolean;
}

const SMALL_BOUND = 10;

/** Reads the shape of a pattern that is known to be a regular expression. */
export function patternStructure(pattern: string): PatternStructure {
  const { lead, rest } = takeLeadingConditions(pattern);
  let nested = false;
  let repeats = pattern.startsWith("^") && !hasChoiceAtTop(pattern) ? 0 : 1;
  let optionals = 0;
  const stack: Group[] = [{ choices: false }];
  let closed: Group | undefined;
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern[index];
    const before = closed;
    closed = undefined;
    const top = stack.at(-1);
    if (character === "\\") {
      index++;
      // A back-reference is as long as what it refers to.
      if (/[1-9k]/.test(pattern[index] ?? "")) repeats++;
    } else if (character === "[") index = endOfClass(pattern, index);
    else if (character === "(") {
      stack.push({ choices: false });
      // Of `(?:`, `(?=`, `(?<name>` the question mark is no quantifier.
      if (pattern[index + 1] === "?") index++;
    } else if (character === ")") {
      closed = stack.length > 1 ? stack.pop() : undefined;
      const parent = stack.at(-1);
      if (closed?.choices && parent) parent.choices = true;
    } else if (character === "|" && top) top.choices = true;
    else {
      const quantifier = quantifierAt(pattern, index);
      if (!quantifier) continue;
      index += quantifier.length - 1;
      if (pattern[index + 1] === "?") index++;
      if (quantifier.most > 1 && before?.choices) nested = true;
      if (quantifier.most - quantifier.least > SMALL_BOUND) repeats++;
      else if (quantifier.most > quantifier.least) optionals++;
      if (quantifier.most > quantifier.least && top) top.choices = true;
    }
  }
  return { nested: nested || optionals > SMALL_BOUND, repeats, lead, rest };
}

function endOfClass(pattern: string, start: number): number {
  let index = start + 1;
  while (index < pattern.length && pattern[index] !== "]") index += pattern[index] === "\\" ? 2 : 1;
  return index;
}

function quantifierAt(
  pattern: string,
  index: number,
): { length: number; least: number; most: number } | undefined {
  switch (pattern[index]) {
    case "*":
      return { length: 1, least: 0, most: Infinity };
    case "+":
      return { length: 1, least: 1, most: Infinity };
    case "?":
      return { length: 1, least: 0, most: 1 };
    case "{": {
      const found = /^\{(\d+)(,(\d*))?\}/.exec(pattern.slice(index, index + 40));
      if (!found) return undefined;
      const least = Number(found[1]);
      const most = found[2] === undefined ? least : found[3] ? Number(found[3]) : Infinity;
      return { length: found[0].length, least, most };
    }
    default:
      return undefined;
  }
}

function takeLeadingConditions(pattern: string): Pick<PatternStructure, "lead" | "rest"> {
  const lead: { negative: boolean; body: string }[] = [];
  if (!pattern.startsWith("^")) return { lead, rest: pattern };
  let rest = pattern.slice(1);
  while (rest.startsWith("(?=") || rest.startsWith("(?!")) {
    const end = endOfGroup(rest);
    if (end === undefined || /[*+?{]/.test(rest[end + 1] ?? "")) break;
    lead.push({ negative: rest[2] === "!", body: rest.slice(3, end) });
    rest = rest.slice(end + 1);
  }
  // A choice at the top belongs to the conditions as well: `^(?!a)b|c`. Such a pattern stays whole.
  return lead.length > 0 && hasChoiceAtTop(rest) ? { lead: [], rest: pattern } : { lead, rest: `^${rest}` };
}

function endOfGroup(text: string): number | undefined {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === "\\") index++;
    else if (character === "[") index = endOfClass(text, index);
    else if (character === "(") depth++;
    else if (character === ")" && --depth === 0) return index;
  }
  return undefined;
}

function hasChoiceAtTop(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === "\\") index++;
    else if (character === "[") index = endOfClass(text, index);
    else if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (character === "|" && depth === 0) return true;
  }
  return false;
}
