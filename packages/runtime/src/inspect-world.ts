import { jsonCopy, type JsonValue, type ToolDescriptor } from "@silo/artifacts";
import { describeThrown } from "@silo/errors";
import { compileSchema } from "@silo/schema-validate";
import { collectDefinitionFaults, type DefinitionFault } from "./definition-faults.js";
import type { Environment } from "./environment.js";
import { inspectState } from "./inspect-state.js";
import type { InspectionFinding } from "./inspection-finding.js";
import { defineTool, type Tool, type ToolSchema } from "./tool.js";

/** A tool, as its author declared it. */
export interface ToolFacts extends ToolDescriptor {
  effect: "read" | "write";
  permissions: string[];
  version?: string;
  outputSchema?: JsonValue;
}

/** What an environment is made of, and what is wrong with it, as far as making worlds shows (contract S5). */
export interface WorldInspection {
  /** In their order; what is malformed in one is among the faults. */
  tools: ToolFacts[];
  findings: InspectionFinding[];
  /** Faults in the definitions of tools. */
  faults: DefinitionFault[];
  /** Those of the ids that were asked about that are nowhere in a fresh world. */
  unknownIds: string[];
}

/** Makes two worlds and binds the tools. It calls no tool and no verifier. */
export async function inspectWorld(
  environment: Environment,
  { ids }: { ids: readonly string[] },
): Promise<WorldInspection> {
  const findings: InspectionFinding[] = [];
  const add = (finding: InspectionFinding): void => void findings.push(finding);
  const state = inspectState(environment, add);
  if (!state) return { tools: [], findings, faults: [], unknownIds: [] };
  const present = idsIn(state.value);
  const unknownIds = ids.filter((id) => !present.has(id));
  const fail = (message: string, suggestion?: string): void =>
    add({ code: "tools_failed", message, ...(suggestion === undefined ? {} : { suggestion }) });
  let bound: { loaded: unknown; faults: DefinitionFault[] };
  try {
    bound = await collectDefinitionFaults(async () => bindAgain(environment, state.value));
  } catch (thrown) {
    fail(`bindTools broke: ${describeThrown(thrown)}`);
    return { tools: [], findings, faults: [], unknownIds };
  }
  const { loaded, faults } = bound;
  if (!Array.isArray(loaded)) {
    fail("bindTools must return an array of tools.");
    return { tools: [], findings, faults, unknownIds };
  }
  const all = Array.from(loaded as unknown[]);
  const valid = all.filter(isTool);
  if (valid.length < all.length) {
    const message = `bindTools returns ${all.length - valid.length} items that are no tools.`;
    fail(message, "Make every tool with defineTool");
  }
  const names = valid.map(({ name }) => name);
  for (const name of new Set(names.filter((item, index) => names.indexOf(item) !== index))) {
    add({ code: "tool_duplicate", message: `Two tools have the name "${name}"; names must be unique.` });
  }
  for (const tool of valid) {
    for (const message of doubtsOf(tool))
      add({ code: "schema_doubtful", message: `Tool "${tool.name}": ${message}.` });
  }
  return { tools: valid.map(factsOf), findings, faults, unknownIds };
}

/** What is doubtful about a tool's schemas, though they can be used. */
function doubtsOf({ inputSchema, outputSchema }: Tool): string[] {
  const doubts = (schema: ToolSchema | undefined, purpose: "input" | "output"): string[] => {
    if (schema === undefined) return [];
    try {
      const { warnings } = compileSchema(schema, { purpose });
      return warnings.map(({ message }) => `its ${purpose} schema: ${message.replace(/\.$/, "")}`);
    } catch {
      // A malformed schema is among the faults.
      return [];
    }
  };
  return [...doubts(inputSchema, "input"), ...doubts(outputSchema, "output")];
}

/** Every id in a state: members called `id`, and the keys under which objects stand. */
function idsIn(state: object): Set<string> {
  const ids = new Set<string>();
  const seen = new Set<object>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    const entries: Iterable<[unknown, unknown]> = value instanceof Map ? value : Object.entries(value);
    for (const [key, item] of entries) {
      if (typeof item === "object" && item !== null) ids.add(String(key));
      else if (key === "id") ids.add(String(item));
      visit(item);
    }
    if (value instanceof Set) for (const item of value) visit(item);
  };
  visit(state);
  return ids;
}

function factsOf({
  name,
  description,
  inputSchema,
  outputSchema,
  effect,
  permissions,
  version,
}: Tool): ToolFacts {
  return {
    name,
    description,
    inputSchema: schemaOf(inputSchema, "input") as ToolFacts["inputSchema"],
    effect: effect ?? "write",
    permissions: [...(permissions ?? [])],
    ...(version === undefined ? {} : { version }),
    ...(outputSchema === undefined ? {} : { outputSchema: schemaOf(outputSchema, "output") }),
  };
}

/** As JSON, also of a library's schema; empty where it is malformed. */
function schemaOf(schema: ToolSchema, purpose: "input" | "output"): JsonValue {
  try {
    return jsonCopy(compileSchema(schema, { purpose }).schema, "a schema");
  } catch {
    return {};
  }
}

/** Defines each tool once more, since an author can also write one down without defineTool. */
function bindAgain(environment: Environment, state: unknown): unknown {
  const tools: unknown = environment.bindTools(state);
  if (Array.isArray(tools)) for (const tool of tools.filter(isTool)) defineTool(tool);
  return tools;
}

function isTool(value: unknown): value is Tool {
  return typeof (value as Tool | null | undefined)?.run === "function";
}
