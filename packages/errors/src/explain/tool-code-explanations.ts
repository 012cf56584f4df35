import type { HostErrorCode, KnownToolErrorCode } from "../tool-error.js";

/** What is to be known about one code of the tools' vocabulary. */
export interface ToolCodeExplanation {
  readonly meaning: string;
  /** Who makes it. */
  readonly raisedBy: "tool" | "host" | "tool or host";
  /** What the one who reads it should do. */
  readonly advice: string;
}

/** The codes that agents read (contract E8). */
export const agentCodeExplanations = {
  invalid_input: {
    meaning: "The arguments do not fit the tool's schema, or are well formed and make no sense together",
    raisedBy: "tool or host",
    advice: "Send the arguments again, changed in what the message names.",
  },
  not_found: {
    meaning: "The arguments refer to something that the world does not hold",
    raisedBy: "tool",
    advice: "Look up which ones there are, and use one of those.",
  },
  invalid_state: {
    meaning: "What is asked for is possible in general and not as things stand now",
    raisedBy: "tool",
    advice: "Bring about the state that the message asks for, or do something else.",
  },
  not_allowed: {
    meaning: "Whoever acts may not do this, or the call lacks a permission",
    raisedBy: "tool or host",
    advice: "Do not repeat it with other arguments; go another way.",
  },
  conflict: {
    meaning: "The change contradicts what is already there",
    raisedBy: "tool",
    advice: "Read the present state, and decide anew.",
  },
  limit_exceeded: {
    meaning: "A quota, a bound or the budget of the run is used up",
    raisedBy: "tool or host",
    advice: "Stop calling, or ask for less.",
  },
  tool_not_found: {
    meaning: "No tool has that name",
    raisedBy: "host",
    advice: "Call one of the tools that the message names.",
  },
  output_invalid: {
    meaning: "The tool returned what its own output schema refuses",
    raisedBy: "host",
    advice: "Nothing can be done about it by calling again; the tool has to be corrected.",
  },
  internal_error: {
    meaning: "The tool itself broke",
    raisedBy: "host",
    advice: "Nothing can be done about it by calling again; the author finds the stack in the trace.",
  },
} as const satisfies Record<KnownToolErrorCode, ToolCodeExplanation>;

/** The codes that a host branches on (contract E7). */
export const hostCodeExplanations = {
  SCHEMA_INVALID: {
    meaning: "SchemaError: a value does not fit its schema",
    raisedBy: "tool or host",
    advice:
      "`path` says where, `detail` what is wrong. Where it leaves a tool's own code, the tool is at fault.",
  },
  INPUT_INVALID: {
    meaning: "InputInvalidError: the caller sent arguments that the tool's schema refuses",
    raisedBy: "host",
    advice: "Rewrite the arguments.",
  },
  OUTPUT_INVALID: {
    meaning: "OutputInvalidError: the tool returned what its own schema refuses",
    raisedBy: "host",
    advice: "Correct the tool. The arguments are not to blame.",
  },
  PERMISSION_DENIED: {
    meaning: "PermissionDeniedError: the tool declares a permission that was not granted",
    raisedBy: "host",
    advice: "Grant what `permission` names, or leave the tool alone.",
  },
  TOOL_NOT_FOUND: {
    meaning: "ToolNotFoundError: no tool is registered under that name",
    raisedBy: "host",
    advice: "`nearest` holds the names that are most like it.",
  },
  INVALID_DEFINITION: {
    meaning: "InvalidDefinitionError: a tool is declared in a way that can never work",
    raisedBy: "host",
    advice: "`findings` lists all that is wrong; correct the declaration. No agent ever sees it.",
  },
} as const satisfies Record<HostErrorCode, ToolCodeExplanation>;
