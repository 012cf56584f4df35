import { Ajv, type ErrorObject, type Options, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import unevaluated from "ajv/dist/vocabularies/unevaluated/index.js";
import addFormats from "ajv-formats";
import { compilePattern } from "./compile-pattern.js";
import type { Dialect, JsonSchema } from "./json-schema.js";
import { firstDuplicate } from "./json-equality.js";
import { receivedOf, type PathSegment, type Problem } from "./problem.js";

/*
 * The one file that knows ajv. Fixed on purpose: no coercion, no defaults, nothing removed, no `$data`, no values in
 * errors, no loading of schemas, nothing printed, and never `allErrors` (its time and memory have no bound).
 */

/** A schema that ajv has compiled. */
export interface Engine {
  /** True for a valid value. Throws `RangeError` where a value is nested too deep for the stack. */
  test(value: unknown): boolean;
  /** The problem that ajv saw first in the value last tested. */
  firstProblem(value: unknown): Problem;
}

/** What the engine needs to compile a schema. */
export interface EngineInput {
  readonly schema: JsonSchema;
  readonly dialect: Dialect;
  /** Other schemas by absolute address. */
  readonly remotes: Readonly<Record<string, JsonSchema>>;
  /** False: a format only annotates. */
  readonly assertFormats: boolean;
  /** True where a part of the schema has an address, or a reference names one. */
  readonly hasAddresses: boolean;
  /** True where a reference leads to the dialect's own meta-schema. */
  readonly namesMetaSchema: boolean;
  /** Answers for the keyword of `prepare-input.ts`: whether a text stands for a list or an object. */
  readonly standsForJson: (schema: JsonSchema, text: string) => boolean;
}

/** Marks a position of an input schema that takes texts as well as lists or objects. */
export const textOrJsonKeyword = "siloTextOrJson";

/** Thrown for a schema that ajv refuses; `compile-schema.ts` turns it into a finding. */
export class EngineRefusal {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

const COMPILATIONS_PER_INSTANCE = 100;

interface Instance {
  readonly ajv: Ajv;
  compilations: number;
  /** Of the schema that is being compiled. */
  standsForJson: EngineInput["standsForJson"];
}

const shared = new Map<string, Instance>();

/**
 * Compiles a schema. Schemas without addresses share an instance, which forgets each of them at once and is replaced
 * from time to time (ajv keeps some memory for every schema); one with addresses gets an instance of its own, so that
 * no schema can refer to another's.
 */
export function createEngine(input: EngineInput): Engine {
  try {
    return input.hasAddresses ? compileAlone(input) : compileShared(input);
  } catch (error) {
    if (error instanceof EvalError) {
      throw new EngineRefusal("cannot be compiled, because this process forbids making code from strings");
    }
    if (error instanceof RangeError) throw new EngineRefusal("is nested too deep to be compiled");
    throw new EngineRefusal(
      `cannot be compiled: ${error instanceof Error ? error.message : "unknown reason"}`,
    );
  }
}

function compileShared(input: EngineInput): Engine {
  const key = `${input.dialect} ${input.assertFormats}`;
  let instance = shared.get(key);
  if (!instance || instance.compilations >= COMPILATIONS_PER_INSTANCE) {
    shared.set(key, (instance = createInstance(input)));
  }
  instance.compilations++;
  instance.standsForJson = input.standsForJson;
  const schema = without("$id", without("$schema", input.schema));
  const validate = instance.ajv.compile(schema);
  if (typeof schema === "object") instance.ajv.removeSchema(schema);
  return engineOf(validate);
}

function compileAlone(input: EngineInput): Engine {
  const { ajv } = createInstance(input);
  for (const [address, remote] of Object.entries(input.remotes)) {
    ajv.addSchema(without("$schema", remote), address);
  }
  return engineOf(ajv.compile(without("$schema", input.schema)));
}

/**
 * A schema without one of its keywords: `$schema`, since the dialect is chosen and ajv knows it under one spelling only,
 * or `$id`, since those who share an instance must not meet.
 */
function without(keyword: "$schema" | "$id", schema: JsonSchema): JsonSchema {
  if (typeof schema === "boolean" || !Object.hasOwn(schema, keyword)) return schema;
  const { [keyword]: _omitted, ...rest } = schema;
  return rest;
}

function createInstance({ dialect, assertFormats, namesMetaSchema, standsForJson }: EngineInput): Instance {
  const options: Options = {
    strict: false,
    allErrors: false,
    ownProperties: true,
    validateSchema: false,
    meta: namesMetaSchema,
    validateFormats: assertFormats,
    logger: false,
    unevaluated: true,
    // ajv's optimizer takes three times as long as the compilation, and the code runs no faster for it.
    code: { regExp: Object.assign(compilePattern, { code: "compilePattern" }), optimize: false },
  };
  const ajv = (dialect === "2020-12" ? new Ajv2020(options) : new Ajv(options)) as Ajv;
  if (dialect === "draft-07") ajv.addVocabulary(defaultOf(unevaluated));
  if (assertFormats) defaultOf(addFormats)(ajv);
  // ajv compares every pair of items; a set answers in linear time.
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    errors: false,
    validate: (wanted: boolean, items: unknown[]) => !wanted || firstDuplicate(items) === undefined,
  });
  const instance: Instance = { ajv, compilations: 0, standsForJson };
  ajv.addKeyword({
    keyword: textOrJsonKeyword,
    type: "string",
    errors: false,
    compile: (_marker: unknown, schema: JsonSchema) => {
      const isMisplaced = instance.standsForJson;
      return (text: string) => !isMisplaced(schema, text);
    },
  });
  return instance;
}

/** Loaders disagree on what the default import of a CommonJS module is: its exports, or their `default`. */
function defaultOf<T>(module: T): T extends { default: infer D } ? D : T {
  const holder = module as { default?: unknown };
  return (holder.default ?? module) as T extends { default: infer D } ? D : T;
}

function engineOf(validate: ValidateFunction): Engine {
  return {
    test(value) {
      const valid: unknown = validate(value);
      // An asynchronous validator would answer with a promise, which is truthy.
      if (typeof valid !== "boolean") throw new EngineRefusal("does not answer with true or false");
      return valid;
    },
    firstProblem(value) {
      const error = validate.errors?.[0];
      if (!error) return { path: [], keyword: "false", expected: null, received: receivedOf(value) };
      return problemOf(error, value);
    },
  };
}

function problemOf(error: ErrorObject, value: unknown): Problem {
  const path: PathSegment[] = [];
  let at = value;
  for (const part of error.instancePath.split("/").slice(1)) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    path.push(Array.isArray(at) ? Number(name) : name);
    at = typeof at === "object" && at !== null ? (at as Record<string, unknown>)[name] : undefined;
  }
  const params = error.params as Readonly<Record<string, unknown>>;
  const extra = params["unevaluatedProperty"] ?? params["additionalProperty"];
  if (typeof extra === "string") {
    return { path: [...path, extra], keyword: "undeclared", expected: [], received: { kind: "nothing" } };
  }
  const missing = params["missingProperty"];
  if (typeof missing === "string") {
    return { path: [...path, missing], keyword: "required", expected: [], received: { kind: "nothing" } };
  }
  const keyword = error.keyword === "false schema" ? "false" : error.keyword;
  return { path, keyword, expected: expectedBy(keyword, params), received: receivedOf(at) };
}

/** What an error of ajv says was wanted, in the form that a problem has. */
function expectedBy(keyword: string, params: Readonly<Record<string, unknown>>): unknown {
  if (keyword === "type") return Array.isArray(params["type"]) ? params["type"] : [params["type"]];
  const names = ["limit", "allowedValues", "allowedValue", "pattern", "format", "multipleOf", "len"];
  const name = names.find((candidate) => Object.hasOwn(params, candidate));
  return name === undefined ? null : params[name];
}
