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
import {
  compileSchema,
  describeProblems,
  parseArguments,
  type CompiledSchema,
  type Problem,
} from "@silo/schema-validate";
import type { ReceivedArguments } from "./receive-arguments.js";
import { definitionFindings, type Tool } from "./tool.js";

interface BoundTool {
  tool: Tool;
  input: CompiledSchema<unknown>;
  output: CompiledSchema<unknown> | undefined;
}

/** A call that may run: known, permitted, and with arguments that its schema accepts. */
export interface PreparedCall {
  tool: Tool;
  args: Record<string, unknown>;
}

/** Tools by name, with their schemas, and what a call passes before and after `run` (contract T2). */
export class BoundTools {
  readonly descriptors: ToolDescriptor[];
  readonly #byName: ReadonlyMap<string, BoundTool>;
  readonly #granted: ReadonlySet<string>;
  readonly #maxOutput: number;

  /**
   * `maxOutput`: characters of JSON that an output may have. Throws `InvalidDefinitionError` where a tool is malformed,
   * or two have one name.
   */
  constructor(tools: readonly Tool[], grants: readonly string[], maxOutput = Infinity) {
    this.#byName = bindByName(tools);
    this.#granted = new Set(grants);
    this.#maxOutput = maxOutput;
    this.descriptors = [...this.#byName.values()].map(describeTool);
  }

  /** Throws `ToolNotFoundError`, `PermissionDeniedError` or `InputInvalidError`, in that order. */
  prepare(name: string, received: ReceivedArguments): PreparedCall {
    const { tool, input: schema } = this.#find(name);
    const missing = tool.permissions?.find((permission) => !this.#granted.has(permission));
    if (missing !== undefined) throw new PermissionDeniedError(tool.name, missing);
    return { tool, args: readArguments(received, schema, tool) };
  }

  /** A copy of what a tool returned. Throws `OutputInvalidError`. */
  copyOutput(tool: Tool, returned: unknown): JsonValue {
    const output = copyAsJson(returned, tool);
    this.#requireSize(tool, output);
    const problems = this.#find(tool.name).output?.check(output) ?? [];
    if (problems.length === 0) return output;
    const message = describeProblems(problems, { subject: { output: tool.name } });
    throw new OutputInvalidError({ tool: tool.name, message, problems });
  }

  #requireSize(tool: Tool, output: JsonValue): void {
    if (this.#maxOutput === Infinity) return;
    const size = JSON.stringify(output).length;
    if (size <= this.#maxOutput) return;
    const message = `The output of "${tool.name}" has ${size} characters as JSON; at most ${this.#maxOutput} can be handed to an agent. Return a page of it.`;
    throw new OutputInvalidError({ tool: tool.name, message, problems: [] });
  }

  #find(name: string): BoundTool {
    const found = this.#byName.get(name);
    if (found) return found;
    const wanted = typeof name === "string" ? name : agentText(name);
    const available = [...this.#byName.keys()];
    throw new ToolNotFoundError(wanted, { available, nearest: nearest(wanted, available) });
  }
}

function bindByName(tools: readonly Tool[]): Map<string, BoundTool> {
  const bound = new Map<string, BoundTool>();
  for (const tool of tools) {
    const findings = definitionFindings(tool);
    if (findings.length > 0) throw new InvalidDefinitionError({ tool: tool.name, findings });
    if (bound.has(tool.name)) {
      const message = "another tool of the environment has the same name; names are unique";
      throw new InvalidDefinitionError({ tool: tool.name, findings: [{ path: "name", message }] });
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

function describeTool({ tool: { name, description }, input }: BoundTool): ToolDescriptor {
  const inputSchema = jsonCopy(input.schema, `the input schema of ${name}`);
  return { name, description, inputSchema: inputSchema as ToolDescriptor["inputSchema"] };
}

/**
 * Arguments that are absent, empty or null count as none (contract V4); whether none are enough, the schema says. A
 * text is what arrives from a model: JSON, which is read once and not mended.
 */
function readArguments(
  { given, problems: unreadable }: ReceivedArguments,
  schema: CompiledSchema<unknown>,
  tool: Tool,
): Record<string, unknown> {
  const refuse = (problems: readonly Problem[]): never => {
    const message = describeProblems(problems, { subject: { tool: tool.name } });
    throw new InputInvalidError({ tool: tool.name, message, problems });
  };
  if (unreadable) return refuse(unreadable);
  const parsed = typeof given === "string" ? parseArguments(given) : { ok: true as const, value: given };
  if (!parsed.ok) return refuse(parsed.problems);
  const problems = schema.check(parsed.value);
  if (problems.length > 0) return refuse(problems);
  return jsonCopy(parsed.value ?? {}, `the arguments of ${tool.name}`) as Record<string, unknown>;
}

function copyAsJson(returned: unknown, tool: Tool): JsonValue {
  try {
    return jsonCopy(returned, `the output of ${tool.name}`);
  } catch (cause) {
    if (!isSiloError(cause, "value_not_json")) throw cause;
    throw new OutputInvalidError({ tool: tool.name, message: cause.message, problems: [], cause });
  }
}
