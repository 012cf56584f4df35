import { jsonCopy, type JsonValue, type ToolDescriptor } from "@silo/artifacts";
import {
  InputInvalidError,
  InvalidDefinitionError,
  isSiloError,
  OutputInvalidError,
  PermissionDeniedError,
  ToolNotFoundError,
} from "@silo/errors";
import { compileSchema, describeProblems, type CompiledSchema } from "@silo/schema-validate";
import { inOrder } from "./in-order.js";
import type { Tool } from "./tool.js";

export interface ToolRuntimeOptions {
  tools: readonly Tool[];
  state: unknown;
  /** Permissions that calls have; none by default. */
  grants?: readonly string[];
}

/** The tools of one world, ready to be called by a host (contract T11, source 001). */
export interface ToolRuntime {
  /** What an agent is told about each tool, in the order of the tools. */
  descriptors: ToolDescriptor[];
  /**
   * Calls a tool and returns a copy of its output. Throws by class: `ToolNotFoundError`, `PermissionDeniedError`,
   * `InputInvalidError`, what the tool threw, or `OutputInvalidError`, in that order (contract T2). Calls made at the
   * same time are run one after the other (T4).
   */
  call(name: string, input: unknown): Promise<JsonValue>;
}

interface BoundTool {
  tool: Tool;
  input: CompiledSchema<unknown>;
  output: CompiledSchema<unknown> | undefined;
}

/** Makes the tools callable on `state`. Throws `InvalidDefinitionError` where two tools have one name. */
export function createRuntime({ tools, state, grants = [] }: ToolRuntimeOptions): ToolRuntime {
  const bound = bindByName(tools);
  const granted = new Set(grants);
  const callNow = async (name: string, input: unknown): Promise<JsonValue> => {
    const { tool, input: inputSchema, output: outputSchema } = findTool(bound, name);
    requirePermissions(tool, granted);
    const args = readArguments(input, inputSchema, tool);
    const returned: unknown = await tool.run(state, args);
    return copyOutput(returned, outputSchema, tool);
  };
  const queue = inOrder();
  return {
    descriptors: tools.map(describeTool),
    call: (name, input) => queue(() => callNow(name, input)),
  };
}

function bindByName(tools: readonly Tool[]): Map<string, BoundTool> {
  const bound = new Map<string, BoundTool>();
  for (const tool of tools) {
    if (bound.has(tool.name)) {
      throw new InvalidDefinitionError({
        tool: tool.name,
        findings: [{ path: "name", message: "another tool of the environment has the same name; names are unique" }],
      });
    }
    bound.set(tool.name, {
      tool,
      input: compileSchema(tool.inputSchema, { purpose: "input" }),
      output:
        tool.outputSchema === undefined ? undefined : compileSchema(tool.outputSchema, { purpose: "output" }),
    });
  }
  return bound;
}

function describeTool({ name, description, inputSchema }: Tool): ToolDescriptor {
  return {
    name,
    description,
    inputSchema: jsonCopy(inputSchema, `the input schema of ${name}`) as ToolDescriptor["inputSchema"],
  };
}

function findTool(bound: Map<string, BoundTool>, name: string): BoundTool {
  const found = bound.get(name);
  if (found) return found;
  throw new ToolNotFoundError(String(name), bound.keys());
}

function requirePermissions(tool: Tool, granted: ReadonlySet<string>): void {
  const missing = tool.permissions?.find((permission) => !granted.has(permission));
  if (missing !== undefined) throw new PermissionDeniedError(tool.name, missing);
}

/** Arguments that are absent, or null, count as none (contract V4); whether none are enough, the schema says. */
function readArguments(input: unknown, schema: CompiledSchema<unknown>, tool: Tool): Record<string, unknown> {
  const received = input ?? {};
  const problems = schema.check(received);
  if (problems.length > 0) {
    const message = describeProblems(problems, { subject: { tool: tool.name } });
    throw new InputInvalidError({ tool: tool.name, message, problems });
  }
  return jsonCopy(received, `the arguments of ${tool.name}`) as Record<string, unknown>;
}

function copyOutput(returned: unknown, schema: CompiledSchema<unknown> | undefined, tool: Tool): JsonValue {
  const output = copyAsJson(returned, tool);
  const problems = schema?.check(output) ?? [];
  if (problems.length > 0) {
    const message = describeProblems(problems, { subject: { output: tool.name } });
    throw new OutputInvalidError({ tool: tool.name, message, problems });
  }
  return output;
}

function copyAsJson(returned: unknown, tool: Tool): JsonValue {
  try {
    return jsonCopy(returned, `the output of ${tool.name}`);
  } catch (cause) {
    if (!isSiloError(cause, "value_not_json")) throw cause;
    throw new OutputInvalidError({ tool: tool.name, message: cause.message, problems: [], cause });
  }
}
