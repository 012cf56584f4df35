import { InvalidDefinitionError, SchemaError, type DefinitionFinding } from "@silo/errors";
import { createEngine, EngineRefusal, type Engine } from "./ajv-engine.js";
import { checkDefinition, chooseDialect } from "./check-definition.js";
import { explainCall, explainValue, standsForJson } from "./explain-value.js";
import { Findings } from "./findings.js";
import type { Infer, Schema, StandardJsonSchema } from "./infer.js";
import { walkJson, withoutUndefined, type ValueLimits } from "./json-value.js";
import type { Dialect, JsonSchema } from "./json-schema.js";
import { pathText } from "./message-text.js";
import { statement } from "./problem-statement.js";
import { receivedOf, type Problem } from "./problem.js";
import { normalizeSchema } from "./normalize-schema.js";
import { prepareInput } from "./prepare-input.js";
import { readReferences, type References } from "./references.js";
import { copySchema } from "./schema-copy.js";
import { isStandardSchema, standardToJsonSchema } from "./standard-schema.js";

/** What a schema is for: the arguments of a tool, what a tool returns, or any other JSON. */
export type Purpose = "input" | "output" | "data";

export interface CompileOptions {
  readonly purpose: Purpose;
  /** The draft where `$schema` does not say; 2020-12 by default. */
  readonly dialect?: Dialect;
  /** `own` (the default): every fault of the schema is an error. `foreign`: those that leave it usable are warnings. */
  readonly origin?: "own" | "foreign";
  /** Schemas that the schema may refer to, by absolute address. Nothing is ever loaded. */
  readonly remotes?: Readonly<Record<string, JsonSchema>>;
}

/** A schema whose definition is sound. */
export interface CompiledSchema<T = unknown> {
  /** All problems of a value, in a stable order; empty where it is valid. The value is never changed (contract V4). */
  check(value: unknown, options?: CheckOptions): Problem[];
  /** Whether a value is valid. */
  is(value: unknown): value is T;
  /** The value as it is, or `SchemaError` for the first problem. Absent arguments come back as `{}`. */
  parse(value: unknown): T;
  /** What is doubtful about the schema, though it can be used. */
  readonly warnings: readonly DefinitionFinding[];
  /** The schema as it was given, as JSON, frozen. */
  readonly schema: JsonSchema;
}

export interface CheckOptions {
  /** The value comes from `parseArguments`, which has looked at it already: no walk is needed. */
  readonly parsed?: boolean;
}

const callLimits: ValueLimits = { depth: 64, nodes: 250_000, text: 4_000_000, prototypeName: false };
const limits: Readonly<Record<Purpose, ValueLimits>> = {
  input: callLimits,
  output: callLimits,
  data: { depth: 256, nodes: 5_000_000, text: 64_000_000, prototypeName: true },
};

const cache = new Map<string, CompiledSchema>();
const CACHE_LIMIT = 500;

/**
 * Reads a JSON Schema, a builder's schema or a library's (Standard JSON Schema) and checks its definition at once:
 * dialect, keywords, references, patterns. Nothing is loaded from anywhere (contract V1). ajv's code is made at the
 * first value. Equal schemas with equal options share one result.
 *
 * Throws `InvalidDefinitionError` with every finding located in the schema.
 */
export function compileSchema<T>(schema: Schema<T>, options: CompileOptions): CompiledSchema<T>;
export function compileSchema<S extends StandardJsonSchema>(
  schema: S,
  options: CompileOptions,
): CompiledSchema<Infer<S>>;
export function compileSchema<T = unknown>(
  schema: JsonSchema | StandardJsonSchema,
  options: CompileOptions,
): CompiledSchema<T>;
export function compileSchema(
  given: JsonSchema | StandardJsonSchema,
  options: CompileOptions,
): CompiledSchema {
  const { purpose, remotes = {}, dialect: fallback = "2020-12" } = options;
  // What a library generates is not the author's to mend.
  const isLibrary = isStandardSchema(given);
  const origin = isLibrary ? "foreign" : (options.origin ?? "own");
  const findings = new Findings(origin);
  const schema = copySchema(isLibrary ? standardToJsonSchema(given, fallback) : given, findings);
  if (schema === undefined) throw new InvalidDefinitionError({ findings: findings.errors });
  const key = JSON.stringify([purpose, fallback, origin, schema, remotes]);
  const known = cache.get(key);
  if (known) return known;
  const dialect = chooseDialect(schema, { fallback, remotes }, findings);
  checkDefinition(schema, { purpose, dialect, remotes }, findings);
  if (findings.errors.length > 0) throw new InvalidDefinitionError({ findings: findings.errors });
  const compiled = compile(schema, { purpose, dialect, origin, remotes, warnings: findings.warnings });
  if (cache.size >= CACHE_LIMIT) cache.delete(cache.keys().next().value ?? "");
  cache.set(key, compiled);
  return compiled;
}

interface CompileInput {
  readonly purpose: Purpose;
  readonly dialect: Dialect;
  readonly origin: "own" | "foreign";
  readonly remotes: Readonly<Record<string, JsonSchema>>;
  readonly warnings: readonly DefinitionFinding[];
}

function compile(
  schema: JsonSchema,
  { purpose, dialect, origin, remotes: given, warnings }: CompileInput,
): CompiledSchema {
  // The schema as it is enforced: the given one stays as it was written.
  const enforced = structuredClone(schema);
  const remotes = structuredClone(given);
  normalizeSchema(enforced, { dialect, lenient: origin === "foreign" && purpose === "input" });
  if (purpose === "input") prepareInput(enforced, readReferences(enforced, remotes));
  const references = readReferences(enforced, remotes);
  // By the letter of JSON Schema a format only annotates. Whoever writes one here means it; so do the tools of others.
  const assertFormats = purpose !== "data" || origin === "own";
  const validator = new Validator({ schema: enforced, dialect, purpose, assertFormats, remotes, references });
  return Object.freeze({
    check: (value: unknown, options?: CheckOptions) => validator.check(value, options?.parsed === true),
    is: (value: unknown): value is unknown => validator.is(value),
    parse: (value: unknown) => validator.parse(value),
    warnings: Object.freeze([...warnings]),
    schema: deepFreeze(schema),
  });
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}

interface ValidatorInput {
  readonly schema: JsonSchema;
  readonly dialect: Dialect;
  readonly purpose: Purpose;
  readonly assertFormats: boolean;
  readonly remotes: Readonly<Record<string, JsonSchema>>;
  readonly references: References;
}

class Validator {
  readonly #input: ValidatorInput;
  #engine: Engine | undefined;

  constructor(input: ValidatorInput) {
    this.#input = input;
  }

  check(value: unknown, isParsed: boolean): Problem[] {
    const { given, problem } = this.#look(value, isParsed);
    if (problem) return [problem];
    const { purpose } = this.#input;
    if (purpose === "input" && (given === undefined || given === null)) return this.#checkAbsent(given);
    if (given === undefined) return this.#explainNothing();
    const engine = this.#compiled();
    try {
      if (engine.test(given)) return [];
      const problems = this.#explain(given);
      return problems.length > 0 ? problems : [engine.firstProblem(given)];
    } catch (error) {
      return [this.#answerTo(error, given)];
    }
  }

  is(value: unknown): boolean {
    const { given, problem } = this.#look(value, false);
    // What is absent has no type to narrow to.
    if (problem || given === undefined) return false;
    const engine = this.#compiled();
    try {
      return engine.test(given);
    } catch {
      return false;
    }
  }

  /** The value as JSON has it, or why JSON cannot hold it. */
  #look(value: unknown, isParsed: boolean): { given: unknown; problem?: Problem } {
    if (isParsed || value === undefined) return { given: value };
    const walk = walkJson(value, limits[this.#input.purpose]);
    if (walk.problem) return { given: value, problem: walk.problem };
    return { given: walk.hasUndefined ? withoutUndefined(value) : value };
  }

  /** A value that was nested too deep for the stack, or that changes while it is read. */
  #answerTo(error: unknown, given: unknown): Problem {
    const common = { path: [], received: { kind: receivedOf(given).kind } };
    if (error instanceof RangeError) {
      return { ...common, keyword: "too_deep", expected: limits[this.#input.purpose].depth };
    }
    return { ...common, keyword: "not_json", expected: null, other: "it cannot be read twice" };
  }

  /** Absent arguments are `{}` where nothing is required (contract V4). */
  #checkAbsent(given: null | undefined): Problem[] {
    const problems = this.check({}, true);
    if (problems.length === 0) return problems;
    return [{ path: [], keyword: "type", expected: ["object"], received: receivedOf(given) }, ...problems];
  }

  #explainNothing(): Problem[] {
    const problems = this.#explain(undefined);
    return problems.length > 0
      ? problems
      : [{ path: [], keyword: "type", expected: [], received: { kind: "nothing" } }];
  }

  #explain(value: unknown): Problem[] {
    const { schema, purpose, references, assertFormats } = this.#input;
    return (purpose === "data" ? explainValue : explainCall)(schema, value, { references, assertFormats });
  }

  parse(value: unknown): unknown {
    const first = this.check(value, false)[0];
    if (first)
      throw new SchemaError(
        pathText(first.path),
        statement(first, { noun: "declared field", received: true, echo: true }),
      );
    return this.#input.purpose === "input" && (value === undefined || value === null) ? {} : value;
  }

  #compiled(): Engine {
    const { references } = this.#input;
    try {
      return (this.#engine ??= createEngine({
        ...this.#input,
        hasAddresses: references.hasAddresses,
        namesMetaSchema: references.namesMetaSchema,
        standsForJson: (schema, text) => standsForJson(schema, text, this.#input),
      }));
    } catch (error) {
      if (!(error instanceof EngineRefusal)) throw error;
      throw new InvalidDefinitionError({ findings: [{ path: "", message: `The schema ${error.reason}` }] });
    }
  }
}
