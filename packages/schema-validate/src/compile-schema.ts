import { InvalidDefinitionError, SchemaError, type DefinitionFinding } from "@silo/errors";
import { createEngine, EngineRefusal, type Engine } from "./ajv-engine.js";
import { explainValue, standsForJson } from "./explain-value.js";
import type { Schema, StandardJsonSchema } from "./infer.js";
import { walkJson, withoutUndefined, type ValueLimits } from "./json-value.js";
import type { Dialect, JsonSchema } from "./json-schema.js";
import { pathText } from "./message-text.js";
import { statement } from "./problem-statement.js";
import { receivedOf, type Problem } from "./problem.js";
import { prepareInput } from "./prepare-input.js";
import { readReferences, type References } from "./references.js";

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

const limits: Readonly<Record<Purpose, ValueLimits>> = {
  input: { depth: 64, nodes: 100_000, text: 4_000_000 },
  output: { depth: 64, nodes: 100_000, text: 4_000_000 },
  data: { depth: 256, nodes: 5_000_000, text: 64_000_000 },
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
export function compileSchema<T = unknown>(schema: JsonSchema | StandardJsonSchema, options: CompileOptions): CompiledSchema<T>;
export function compileSchema(given: JsonSchema | StandardJsonSchema, options: CompileOptions): CompiledSchema {
  const { purpose, origin = "own", remotes = {} } = options;
  const schema = structuredClone(given as JsonSchema);
  const dialect: Dialect = options.dialect ?? "2020-12";
  const key = JSON.stringify([purpose, dialect, origin, schema, remotes]);
  const known = cache.get(key);
  if (known) return known;
  const compiled = compile(schema, dialect, { purpose, origin, remotes });
  if (cache.size >= CACHE_LIMIT) cache.delete(cache.keys().next().value ?? "");
  cache.set(key, compiled);
  return compiled;
}

function compile(
  schema: JsonSchema,
  dialect: Dialect,
  { purpose, remotes }: Required<Omit<CompileOptions, "dialect">>,
): CompiledSchema {
  const enforced = purpose === "input" ? structuredClone(schema) : schema;
  const references = readReferences(enforced, remotes);
  if (purpose === "input") prepareInput(enforced, references);
  const validator = new Validator(enforced, dialect, { purpose, remotes, references });
  return Object.freeze({
    check: (value: unknown, options?: CheckOptions) => validator.check(value, options?.parsed === true),
    is: (value: unknown): value is unknown => validator.check(value, false).length === 0,
    parse: (value: unknown) => validator.parse(value),
    warnings: Object.freeze([]),
    schema,
  });
}

interface ValidatorInput {
  readonly purpose: Purpose;
  readonly remotes: Readonly<Record<string, JsonSchema>>;
  readonly references: References;
}

const VALID: readonly Problem[] = [];

class Validator {
  readonly #schema: JsonSchema;
  readonly #dialect: Dialect;
  readonly #input: ValidatorInput;
  #engine: Engine | undefined;

  constructor(schema: JsonSchema, dialect: Dialect, input: ValidatorInput) {
    this.#schema = schema;
    this.#dialect = dialect;
    this.#input = input;
  }

  check(value: unknown, isParsed: boolean): Problem[] {
    const { purpose, references } = this.#input;
    let given = value;
    if (!isParsed && value !== undefined) {
      const walk = walkJson(value, limits[purpose]);
      if (walk.problem) return [walk.problem];
      if (walk.hasUndefined) given = withoutUndefined(value);
    }
    if (purpose === "input" && (given === undefined || given === null)) return this.#checkAbsent(given);
    if (given === undefined) return this.#explainNothing();
    const engine = this.#compiled();
    try {
      if (engine.test(given)) return VALID as Problem[];
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return [{ path: [], keyword: "too_deep", expected: limits[purpose].depth, received: { kind: receivedOf(given).kind } }];
    }
    const problems = explainValue(this.#schema, given, references);
    return problems.length > 0 ? problems : [engine.firstProblem(given)];
  }

  /** Absent arguments are `{}` where nothing is required (contract V4). */
  #checkAbsent(given: null | undefined): Problem[] {
    const problems = this.check({}, true);
    if (problems.length === 0) return problems;
    return [{ path: [], keyword: "type", expected: ["object"], received: receivedOf(given) }, ...problems];
  }

  #explainNothing(): Problem[] {
    const problems = explainValue(this.#schema, undefined, this.#input.references);
    return problems.length > 0
      ? problems
      : [{ path: [], keyword: "type", expected: [], received: { kind: "nothing" } }];
  }

  parse(value: unknown): unknown {
    const first = this.check(value, false)[0];
    if (first) throw new SchemaError(pathText(first.path), statement(first, { noun: "declared field", received: true, echo: true }));
    return this.#input.purpose === "input" && (value === undefined || value === null) ? {} : value;
  }

  #compiled(): Engine {
    const { references, remotes } = this.#input;
    try {
      return (this.#engine ??= createEngine({
        schema: this.#schema,
        dialect: this.#dialect,
        remotes,
        hasAddresses: references.hasAddresses,
        standsForJson: (schema, text) => standsForJson(schema, text, references),
      }));
    } catch (error) {
      if (!(error instanceof EngineRefusal)) throw error;
      throw new InvalidDefinitionError({ findings: [{ path: "", message: `The schema ${error.reason}` }] });
    }
  }
}
