import { textOf } from "./agent-text.js";
import { brand, hasKind, isInstance } from "./brand.js";
import { causeOption } from "./cause.js";
import { lineText } from "./escape-text.js";

/** The codes that agents read (contract E8). */
export type KnownToolErrorCode =
  | "invalid_input"
  | "not_found"
  | "invalid_state"
  | "not_allowed"
  | "conflict"
  | "limit_exceeded"
  | "tool_not_found"
  | "output_invalid"
  | "internal_error";

/** The codes that a host branches on (contract E7). */
export type HostErrorCode =
  | "SCHEMA_INVALID"
  | "INPUT_INVALID"
  | "OUTPUT_INVALID"
  | "PERMISSION_DENIED"
  | "TOOL_NOT_FOUND"
  | "INVALID_DEFINITION";

/** Any text may be a code; the known ones are completed by editors. */
export type ToolErrorCode = KnownToolErrorCode | (string & {});

/**
 * A tool call that failed (contract E1, E7). A tool throws it, the host catches it, and the agent gets it as a value. It
 * extends Error and nothing else; `instanceof` holds across loaded copies.
 */
export class ToolError extends Error {
  static readonly kind: string = "ToolError";

  declare readonly code: ToolErrorCode | HostErrorCode;

  constructor(code: ToolErrorCode | HostErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(textOf(message), causeOption(options?.cause));
    this.code = textOf(code);
    brand(this, new.target);
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isInstance(this, value);
  }
}

/** What a tool throws when a call cannot be done (contract E8). The message is read by a model. */
export function toolError(
  code: ToolErrorCode,
  message: string,
  options?: { readonly cause?: unknown },
): ToolError {
  return new ToolError(code, message, options);
}

/**
 * A value that does not fit its schema. `path` says where (dotted, with indexes; `""` at the root) and `detail` what is
 * wrong; the message is `"<path>" <detail>`, at the root only `<detail>`.
 */
export class SchemaError extends ToolError {
  static override readonly kind: string = "SchemaError";

  declare readonly code: "SCHEMA_INVALID";
  declare readonly path: string;
  declare readonly detail: string;

  constructor(
    path: string | readonly (string | number)[],
    detail: string,
    options?: { readonly cause?: unknown },
  ) {
    const dotted = typeof path === "string" ? path : path.join(".");
    super("SCHEMA_INVALID", dotted === "" ? detail : `"${dotted}" ${detail}`, options);
    this.path = dotted;
    this.detail = detail;
  }
}

interface SchemaFaultOptions {
  readonly tool: string;
  readonly message: string;
  /** The problems as data, as the validator gives them. */
  readonly problems?: readonly unknown[];
  readonly cause?: unknown;
}

/** A tool was called with arguments that its schema refuses. `message` is the whole sentence for the model. */
export class InputInvalidError extends ToolError {
  static override readonly kind: string = "InputInvalidError";

  declare readonly code: "INPUT_INVALID";
  declare readonly tool: string;
  declare readonly problems: readonly unknown[];

  constructor({ tool, message, problems = [], cause }: SchemaFaultOptions) {
    super("INPUT_INVALID", message, { cause });
    this.tool = tool;
    this.problems = problems;
  }
}

/** The sentence that keeps a model from rewriting its arguments over a fault of the tool (contract E7). */
export const toolFaultSentence = "This is a fault in the tool, not in how it was called.";

/** A tool returned what its own schema refuses. `message` says what; the binding sentence of contract E7 is added. */
export class OutputInvalidError extends ToolError {
  static override readonly kind: string = "OutputInvalidError";

  declare readonly code: "OUTPUT_INVALID";
  declare readonly tool: string;
  declare readonly problems: readonly unknown[];

  constructor({ tool, message, problems = [], cause }: SchemaFaultOptions) {
    super(
      "OUTPUT_INVALID",
      message.endsWith(toolFaultSentence) ? message : `${message} ${toolFaultSentence}`,
      { cause },
    );
    this.tool = tool;
    this.problems = problems;
  }
}

/** A tool was called without a permission that it declares. */
export class PermissionDeniedError extends ToolError {
  static override readonly kind: string = "PermissionDeniedError";

  declare readonly code: "PERMISSION_DENIED";
  declare readonly tool: string;
  /** The grant that is missing. */
  declare readonly permission: string;

  constructor(tool: string, permission: string) {
    super(
      "PERMISSION_DENIED",
      `${lineText(tool, { max: 200 })} requires the "${lineText(permission, { max: 200 })}" permission, which was not granted. ` +
        "Retrying with different arguments will not help.",
    );
    this.tool = tool;
    this.permission = permission;
  }
}

/** How many tool names a message lists at most. */
const maxListed = 12;

/** There is no tool by that name. The message names the nearest ones, or else those that there are. */
export class ToolNotFoundError extends ToolError {
  static override readonly kind: string = "ToolNotFoundError";

  declare readonly code: "TOOL_NOT_FOUND";
  declare readonly tool: string;
  /** The names most like it, best first. */
  declare readonly nearest: readonly string[];

  /** `available` are the names that there are; `nearest` those of `@silo/errors/nearest` among them. */
  constructor(
    tool: string,
    {
      available = [],
      nearest = [],
    }: { readonly available?: Iterable<string>; readonly nearest?: readonly string[] } = {},
  ) {
    super("TOOL_NOT_FOUND", `There is no tool named ${quote(tool)}; ${instead(nearest, [...available])}`);
    this.tool = tool;
    this.nearest = nearest;
  }
}

function instead(near: readonly string[], names: readonly string[]): string {
  if (near.length > 0) return `did you mean ${near.map(quote).join(" or ")}?`;
  const listed = names.slice(0, maxListed).map(quote).join(", ") || "none";
  const more = names.length > maxListed ? ` and ${names.length - maxListed} more` : "";
  return `available: ${listed}${more}.`;
}

function quote(name: string): string {
  return `"${lineText(name, { max: 100 })}"`;
}

/** One fault of a definition. Whoever finds it may add fields. */
export interface DefinitionFinding {
  /** Where in the definition, dotted; absent or `""` for the whole. */
  readonly path?: string;
  /** What is wrong and what would be right, in one sentence that can stand alone. */
  readonly message: string;
  readonly code?: string;
}

/** A tool's declaration can never work; thrown where it is defined, with all that is wrong with it. */
export class InvalidDefinitionError extends ToolError {
  static override readonly kind: string = "InvalidDefinitionError";

  declare readonly code: "INVALID_DEFINITION";
  /** The tool's name, where it has one. */
  declare readonly tool: string | undefined;
  declare readonly findings: readonly DefinitionFinding[];

  constructor({
    tool,
    findings,
    cause,
  }: {
    readonly tool?: string | undefined;
    readonly findings: readonly DefinitionFinding[];
    readonly cause?: unknown;
  }) {
    const subject = tool ? `Tool ${quote(tool)}` : "The definition";
    const problems = findings.map(({ message }) => message.replace(/\.$/, "")).join("; ");
    super("INVALID_DEFINITION", `${subject} is not valid: ${problems}.`, { cause });
    this.tool = tool;
    this.findings = Object.freeze([...findings]);
  }
}

const hostClasses = {
  SCHEMA_INVALID: SchemaError,
  INPUT_INVALID: InputInvalidError,
  OUTPUT_INVALID: OutputInvalidError,
  PERMISSION_DENIED: PermissionDeniedError,
  TOOL_NOT_FOUND: ToolNotFoundError,
  INVALID_DEFINITION: InvalidDefinitionError,
} as const;

/** The host code of an instance of its class; undefined also where an error merely carries such a code. */
export function hostCodeOf(error: unknown): HostErrorCode | undefined {
  return (Object.keys(hostClasses) as HostErrorCode[]).find((code) => hasKind(error, hostClasses[code].kind));
}

/**
 * Whether it is a {@link ToolError}, whichever copy made it. With one of the host codes it is an instance of that
 * code's class; with any other code, one that carries it.
 */
export function isToolError(error: unknown): error is ToolError;
export function isToolError<Code extends HostErrorCode>(
  error: unknown,
  code: Code,
): error is InstanceType<(typeof hostClasses)[Code]>;
export function isToolError<Code extends ToolErrorCode>(
  error: unknown,
  code: Code,
): error is ToolError & { readonly code: Code };
export function isToolError(error: unknown, code?: string): boolean {
  if (!hasKind(error, "ToolError")) return false;
  if (code === undefined) return true;
  return Object.hasOwn(hostClasses, code) ? hostCodeOf(error) === code : (error as ToolError).code === code;
}
