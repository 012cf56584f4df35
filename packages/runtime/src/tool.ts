import {
  agentText,
  describeThrown,
  InvalidDefinitionError,
  isToolError,
  type DefinitionFinding,
} from "@silo/errors";
import { compileSchema, type Infer, type JsonSchema, type StandardJsonSchema } from "@silo/schema-validate";
import isValidVersion from "semver/functions/valid.js";
import { recordDefinitionFault } from "./definition-faults.js";

/** The arguments of a call, where a tool does not infer them from its schema. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type ToolInput = Record<string, any>;

/** A JSON Schema, one of the builders `s`, or a schema of Zod, ArkType or another library with Standard JSON Schema. */
export type ToolSchema = JsonSchema | StandardJsonSchema;

/** Something that an agent can do to the world (contract T1). */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface Tool<State = any> {
  /** What an agent calls it by; unique in its environment. */
  name: string;
  /** What a model reads to decide whether to call the tool at all. */
  description: string;
  /**
   * JSON Schema of the arguments: every call is validated against it before `run` executes. A library's schema is taken
   * too, by way of the JSON Schema that it states (contract V9).
   */
  inputSchema: ToolSchema;
  /** JSON Schema of what `run` returns; another value is a fault of the tool. */
  outputSchema?: ToolSchema;
  /** What a run must have been granted for a call to be let through. */
  permissions?: readonly string[];
  /** Semantic version, such as 1.0.0. */
  version?: string;
  /** A tool without `effect` counts as one that writes. */
  effect?: "read" | "write";
  /** Does the work on the state; throw `toolError(code, message)` to refuse. What it returns is copied. */
  run(state: State, input: ToolInput): unknown;
  /**
   * Gets what `run` threw, or the fault of its output, after the state is back as it was. A value goes to the agent in
   * place of the error; undefined leaves the error as it is.
   */
  onError?(error: unknown, call: { state: State; input: ToolInput }): unknown;
}

/** A tool whose `run` takes arguments of the type that its schema describes. */
export interface TypedTool<State, Input extends ToolSchema> extends Omit<Tool<State>, "inputSchema" | "run"> {
  inputSchema: Input;
  run(state: State, input: Infer<Input>): unknown;
}

/**
 * Declares a tool (contract T1) and returns it as it is. Throws `InvalidDefinitionError` with all faults
 * of the declaration at once; while an environment is loaded for validation, they are recorded instead.
 */
export function defineTool<State>(definition: Tool<State>): Tool<State> {
  const findings = definitionFindings(definition);
  if (findings.length > 0) {
    const name = typeof definition?.name === "string" ? definition.name : "";
    if (!recordDefinitionFault({ tool: name, findings }))
      throw new InvalidDefinitionError({ tool: name, findings });
  }
  return definition;
}

/**
 * `defineTool` for one type of state, which also infers the type of `input` from the schema (contract T1):
 * `const defineTool = toolsFor<State>();`
 */
export function toolsFor<State>(): <const Input extends ToolSchema>(
  definition: TypedTool<State, Input>,
) => Tool<State> {
  return (definition) => defineTool(definition as Tool<State>);
}

/** What is wrong with a tool's declaration; empty where it is right. */
export function definitionFindings(definition: Tool): DefinitionFinding[] {
  if (typeof definition !== "object" || definition === null)
    return [{ message: "a definition must be an object" }];
  const { name, description, version, permissions, effect, run, onError } = definition;
  const findings: DefinitionFinding[] = [];
  const find = (path: string, problem: string): void => {
    findings.push({ path, message: `"${path}" ${problem}` });
  };
  if (!isText(name)) find("name", "must be a text that is not empty");
  if (!isText(description)) {
    find(
      "description",
      "must be a text that is not empty: a model reads it to decide whether to call the tool",
    );
  }
  // semver also takes "v1.0.0" and spaces around it.
  const isVersion =
    typeof version === "string" && /^\d\S*$/.test(version) && isValidVersion(version) !== null;
  if (version !== undefined && !isVersion) {
    find("version", `must be a semantic version such as 1.0.0, received ${agentText(version)}`);
  }
  if (permissions !== undefined && !(Array.isArray(permissions) && permissions.every(isText))) {
    find("permissions", "must be an array of texts that are not empty");
  }
  if (effect !== undefined && effect !== "read" && effect !== "write") {
    find("effect", `must be "read" or "write", received ${agentText(effect)}`);
  }
  if (typeof run !== "function") find("run", "must be a function");
  if (onError !== undefined && typeof onError !== "function") find("onError", "must be a function");
  return [
    ...findings,
    ...schemaFindings("inputSchema", definition),
    ...schemaFindings("outputSchema", definition),
  ];
}

function schemaFindings(field: "inputSchema" | "outputSchema", definition: Tool): DefinitionFinding[] {
  const schema: unknown = definition[field];
  if (schema === undefined)
    return field === "inputSchema" ? [{ path: field, message: `"${field}" is required` }] : [];
  try {
    compileSchema(schema as ToolSchema, { purpose: field === "inputSchema" ? "input" : "output" });
    return [];
  } catch (thrown) {
    if (!isToolError(thrown, "INVALID_DEFINITION")) {
      return [{ path: field, message: `"${field}" is no JSON Schema: ${describeThrown(thrown)}` }];
    }
    return thrown.findings.map((finding) => ({
      ...finding,
      path: [field, finding.path].filter(Boolean).join("."),
      message: `"${field}": ${finding.message}`,
    }));
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
