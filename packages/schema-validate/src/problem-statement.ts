import { nearest } from "@silo/errors/nearest";
import { formatSample } from "./formats.js";
import { counted, orList, quoted, valueText } from "./message-text.js";
import type { Problem, Received } from "./problem.js";

/** How a problem is put into words. */
export interface StatementOptions {
  /** What an undeclared member is not: `parameter`, `declared field`. */
  readonly noun: string;
  /** Say what came. */
  readonly received: boolean;
  /** Show the value that came; false where several differ. */
  readonly echo: boolean;
}

const nouns: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "a boolean",
  array: "an array",
  object: "an object",
  null: "null",
};

const VALUES_LIMIT = 12;
const NEAREST_VALUES = 5;
/** Among how many values the nearest is looked for. */
const NEAREST_LIMIT = 1_000;

/** What is wrong at a place, without the place: `must be a string, received number 5`. */
export function statement(problem: Problem, options: StatementOptions): string {
  const text = core(problem, options);
  return problem.alternatives !== undefined && problem.alternatives > 1 && isOfBranch(problem)
    ? `${text} (in the nearest of ${problem.alternatives} accepted forms)`
    : text;
}

function isOfBranch({ keyword }: Problem): boolean {
  return keyword !== "anyOf" && keyword !== "oneOf";
}

function core(problem: Problem, options: StatementOptions): string {
  const { keyword, expected, received } = problem;
  const came = options.received ? `, received ${receivedText(received, options.echo)}` : "";
  const omit = problem.optional && options.received ? " (omit it)" : "";
  switch (keyword) {
    case "required":
      return `is required${wantedText(problem)}${problem.nearest === undefined ? "" : ` (it was given as ${quoted(problem.nearest)})`}`;
    case "dependentRequired":
      return `is required when ${quoted(String(problem.other))} is given${wantedText(problem)}`;
    case "undeclared":
      return `is not a ${options.noun}${meant(problem)}`;
    case "wrapped":
      return `is not a ${options.noun}: send what it holds directly, one level up`;
    case "type":
      return `must be ${typesText(problem)}${came}${omit}${unquoteHint(problem, options)}`;
    case "stringified":
      return `must be ${typesText(problem)}, received string that holds JSON (send the ${kindsText(expected)} itself, not as text)`;
    case "enum":
      return `must be one of ${valuesText(expected, problem.received.value)}${came}${omit}${meantValue(problem)}`;
    case "const":
      return `must be ${valueText(expected)}${came}${omit}`;
    case "minimum":
      return `must be at least ${String(expected)}${came}`;
    case "maximum":
      return `must be at most ${String(expected)}${came}`;
    case "exclusiveMinimum":
      return `must be greater than ${String(expected)}${came}`;
    case "exclusiveMaximum":
      return `must be less than ${String(expected)}${came}`;
    case "multipleOf":
      return `must be a multiple of ${String(expected)}${came}`;
    case "minLength":
      return `must have at least ${counted(Number(expected), "character")}${lengthText(received, options)}`;
    case "maxLength":
      return `must have at most ${counted(Number(expected), "character")}${lengthText(received, options)}`;
    case "minItems":
      return `must have at least ${counted(Number(expected), "item")}${sizeText(received, options)}`;
    case "maxItems":
      return `must have at most ${counted(Number(expected), "item")}${sizeText(received, options)}`;
    case "minProperties":
      return `must have at least ${counted(Number(expected), "member")}${sizeText(received, options)}`;
    case "maxProperties":
      return `must have at most ${counted(Number(expected), "member")}${sizeText(received, options)}`;
    case "uniqueItems":
      return `repeats item ${String(problem.other)}: every item must be different`;
    case "unevaluatedItems":
    case "additionalItems":
      return typeof expected === "number"
        ? `must have at most ${counted(expected, "item")}`
        : "has items that are not declared";
    case "contains":
      return `must hold at least ${counted(Number(expected), "item")} of the wanted kind${sizeText(received, options)}`;
    case "maxContains":
      return `must hold at most ${counted(Number(expected), "item")} of that kind${sizeText(received, options)}`;
    case "pattern":
      return `must match the pattern ${String(expected)}`;
    case "format":
      return `must be ${formatText(String(expected))}${came}${omit}`;
    case "propertyNames":
      return `is not an accepted name: it ${core({ ...problem, keyword: String(problem.other) }, { ...options, received: false })}`;
    case "false":
      return "is not accepted";
    case "not":
      return notText(problem);
    case "anyOf":
    case "oneOf":
      return unionText(problem);
    case "not_json":
      return notJsonText(problem);
    case "too_deep":
      return `is nested too deep: at most ${counted(Number(expected), "level")} are accepted`;
    case "too_large":
      return `is too large: at most ${String(expected)} ${String(problem.other ?? "characters")} are accepted`;
    default:
      return `does not meet ${quoted(keyword)} of its schema`;
  }
}

function typesText({ expected, allowed, format }: Problem): string {
  const types = Array.isArray(expected) ? (expected as string[]) : [];
  if (allowed && allowed.length > 0 && types.every((type) => type === "string" || type === "null")) {
    return `one of ${valuesText(allowed, undefined)}`;
  }
  const text = orList(types.map((type) => (Object.hasOwn(nouns, type) ? String(nouns[type]) : type)));
  if (allowed && allowed.length > 0) return `${text} (one of ${valuesText(allowed, undefined)})`;
  return format !== undefined ? `${text} (${formatText(format)})` : text;
}

function kindsText(expected: unknown): string {
  const kinds = (Array.isArray(expected) ? (expected as string[]) : []).filter(
    (kind) => kind === "array" || kind === "object",
  );
  return orList(kinds);
}

/** In parentheses, what a missing member should be; nothing where it is any text. */
function wantedText({ expected, allowed, format }: Problem): string {
  if (allowed && allowed.length > 0) {
    return allowed.length === 1
      ? ` (${valueText(allowed[0])})`
      : ` (one of ${valuesText(allowed, undefined)})`;
  }
  const types = Array.isArray(expected) ? (expected as string[]) : [];
  if (types.length === 1 && types[0] === "string")
    return format !== undefined ? ` (${formatText(format)})` : "";
  return types.length > 0 && types.length < 6 ? ` (${orList(types)})` : "";
}

function valuesText(values: unknown, given: unknown): string {
  const list = Array.isArray(values) ? (values as unknown[]) : [];
  if (list.length <= VALUES_LIMIT) return list.map(valueText).join(", ");
  const texts = list.filter((value): value is string => typeof value === "string");
  const near = typeof given === "string" ? nearestValues(given, texts) : [];
  const shown: unknown[] = [...near, ...list.filter((value) => !near.includes(value as string))].slice(
    0,
    NEAREST_VALUES,
  );
  return `${list.length} values such as ${shown.map(valueText).join(", ")}`;
}

/** The closest values first: by the rules for names, then those that begin alike. */
function nearestValues(given: string, values: readonly string[]): string[] {
  const start = given.toLowerCase();
  const alike = values.filter(
    (value) => value.toLowerCase().startsWith(start) || start.startsWith(value.toLowerCase()),
  );
  return [...new Set([...(values.length <= NEAREST_LIMIT ? nearest(given, values) : []), ...alike])];
}

function receivedText(received: Received, echo: boolean): string {
  const { kind, value } = received;
  if (kind === "not_json") return "something that JSON cannot hold";
  if (!echo || value === undefined || value === null) return kind;
  return `${kind} ${valueText(value)}`;
}

function lengthText(received: Received, options: StatementOptions): string {
  if (!options.received || received.size === undefined) return "";
  const shown =
    options.echo && received.value !== undefined
      ? `${valueText(received.value)} (${received.size})`
      : received.size;
  return `, received ${shown}`;
}

function sizeText(received: Received, options: StatementOptions): string {
  return options.received && options.echo && received.size !== undefined ? `, received ${received.size}` : "";
}

function meant({ nearest: near, expected, patterns }: Problem): string {
  if (patterns) return ` (names must match ${orList([...patterns])})`;
  if (Array.isArray(expected) && expected.length === 0) return " (none is accepted)";
  return near !== undefined && Array.isArray(expected) && expected.length > 1
    ? ` (did you mean ${quoted(near)}?)`
    : "";
}

function meantValue({ nearest: near, optional }: Problem): string {
  return near !== undefined && !optional ? ` (did you mean ${quoted(near)}?)` : "";
}

/** A number or a boolean that came in quotes can be sent as it is. */
function unquoteHint({ expected, received }: Problem, options: StatementOptions): string {
  const { value } = received;
  if (!options.received || typeof value !== "string" || !Array.isArray(expected)) return "";
  const types = expected as string[];
  const isBoolean = types.includes("boolean") && (value === "true" || value === "false");
  const number = /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/.test(value) ? Number(value) : undefined;
  const isNumber =
    number !== undefined &&
    String(number) === value &&
    (types.includes("number") || (types.includes("integer") && Number.isInteger(number)));
  return isBoolean || isNumber
    ? options.echo
      ? ` (send ${value} without quotes)`
      : " (send it without quotes)"
    : "";
}

function formatText(format: string): string {
  const sample = formatSample(format);
  const article = /^[aeiou](?!ri|rl|uid)/.test(format) ? "an" : "a";
  return sample === undefined
    ? `a text of the format ${quoted(format)}`
    : `${article} ${format} such as ${sample}`;
}

function notText({ expected, other }: Problem): string {
  const values = Array.isArray(expected) ? (expected as unknown[]).slice(0, VALUES_LIMIT).map(valueText) : [];
  if (values.length === 0) return "is one of the values that are not accepted";
  if (other !== "members") return `must not be ${orList(values)}`;
  return `must not have ${values.join(" with ")}`;
}

function unionText({ path, keyword, expected, alternatives }: Problem): string {
  if (Array.isArray(expected)) {
    const names = (expected as (string | string[])[])
      .map((name) => (typeof name === "string" ? quoted(name) : name.map(quoted).join(" with ")))
      .join(", ");
    const verb = path.length === 0 ? "give" : "needs";
    return `${verb} ${keyword === "oneOf" ? "exactly" : "at least"} one of ${names}`;
  }
  if (expected === 1)
    return `fits more than one of ${alternatives ?? "several"} accepted forms: exactly one must fit`;
  return `fits none of ${alternatives ?? "several"} accepted forms`;
}

function notJsonText({ expected, other }: Problem): string {
  return typeof expected === "string"
    ? `must be JSON: ${expected}`
    : `is not a JSON value${other !== undefined ? ` (${String(other)})` : ""}`;
}
