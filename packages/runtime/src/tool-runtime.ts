import { jsonCopy, type JsonValue, type ToolDescriptor } from "@silo/artifacts";
import {
  agentText,
  InputInvalidError,
  InvalidDefinitionError,
  isSiloError,
  OutputInvalidError,
  PermissionDeniedError,
  ToolNotFoundError,
} from "@silo/errors";
import { nearest } from "@silo/errors/nearest";
import { compileSchema, describeProblems, type CompiledSchema } from "@silo/schema-validate";
import { inOrder } from "./in-order.js";
import { definitionFindings, type Tool } from "./tool.js";

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

/** Makes the tools callable on `state`. Throws `InvalidDefinitionError` where one is malformed, or two have one name. */
export function createRuntime({ tools, state, grants = [] }: ToolRuntimeOptions): ToolRuntime {
  const bound = bindByName(tools);
  const granted = new Set(grants);
  const callNow = async (name: string, received: Received): Promise<JsonValue> => {
    const { tool, input: inputSchema, output: outputSchema } = findTool(bound, name);
    requirePermissions(tool, granted);
    const args = readArguments(received, inputSchema, tool);
    const returned: unknown = await tool.run(state, args);
    return copyOutput(returned, outputSchema, tool);
  };
  const queue = inOrder();
  return {
    descriptors: tools.map(describeTool),
    call: (name, input) => {
      // At once: the caller may change the object while the call waits for its turn.
      const received = receive(input);
      return queue(() => callNow(name, received));
    },
  };
}

/** Arguments as they were when the call was made: a copy, or the thing itself where JSON cannot hold it. */
type Received = { copy: JsonValue | undefined } | { refused: unknown };

function receive(input: unknown): Received {
  if (input === undefined) return { copy: undefined };
  try {
    return { copy: jsonCopy(input, "the arguments") };
  } catch {
    return { refused: input };
  }
}

function bindByName(tools: readonly Tool[]): Map<string, BoundTool> {
  const bound = new Map<string, BoundTool>();
  for (const tool of tools) {
    const findings = definitionFindings(tool);
    if (findings.length > 0) throw new InvalidDefinitionError({ tool: tool.name, findings });
    if (bound.has(tool.name)) {
      throw new InvalidDefinitionError({
        tool: tool.name,
        findings: [
          { path: "name", message: "another tool of the environment has the same name; names are unique" },
        ],
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
  const wanted = typeof name === "string" ? name : agentText(name);
  const available = [...bound.keys()];
  throw new ToolNotFoundError(wanted, { available, nearest: nearest(wanted, available) });
}

function requirePermissions(tool: Tool, granted: ReadonlySet<string>): void {
  const missing = tool.permissions?.find((permission) => !granted.has(permission));
  if (missing !== undefined) throw new PermissionDeniedError(tool.name, missing);
}

/** Arguments that are absent, or null, count as none (contract V4); whether none are enough, the schema says. */
function readArguments(
  received: Received,
  schema: CompiledSchema<unknown>,
  tool: Tool,
): Record<string, unknown> {
  const input = "copy" in received ? received.copy : received.refused;
  const problems = schema.check(input);
  if (problems.length > 0) {
    const message = describeProblems(problems, { subject: { tool: tool.name } });
    throw new InputInvalidError({ tool: tool.name, message, problems });
  }
  if ("copy" in received) return (received.copy ?? {}) as Record<string, unknown>;
  return jsonCopy(input, `the arguments of ${tool.name}`) as Record<string, unknown>;
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
