export {
  s,
  type Annotations,
  type ArrayOptions,
  type JsonValue,
  type NumberOptions,
  type ObjectOptions,
  type RecordOptions,
  type StringOptions,
} from "./builders.js";
export {
  compileSchema,
  type CheckOptions,
  type CompiledSchema,
  type CompileOptions,
  type Purpose,
} from "./compile-schema.js";
export { describeProblems, type Subject } from "./describe-problems.js";
export type { Infer, OptionalSchema, Schema, StandardJsonSchema } from "./infer.js";
export type { Dialect, JsonSchema, JsonSchemaObject, JsonType } from "./json-schema.js";
export { parseArguments, type ParsedArguments } from "./parse-arguments.js";
export type { PathSegment, Problem, Received, ReceivedKind } from "./problem.js";
export { repairArguments, type Repair, type RepairChange } from "./repair-arguments.js";
