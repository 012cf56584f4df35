import { textOf } from "./agent-text.js";
import { describeThrown, readProperty, tracebackOf } from "./cause.js";
import { blockText, lineText } from "./escape-text.js";
import {
  hostCodeOf,
  isToolError,
  toolFaultSentence,
  type HostErrorCode,
  type KnownToolErrorCode,
} from "./tool-error.js";

/** A failed call as the agent gets it (contract E1, E8): plain JSON, with no stack and no cause. */
export interface ToolErrorValue {
  readonly code: string;
  readonly message: string;
}

/** What broke, where the tool is at fault. For the trace and the author; an agent never gets it. */
export interface ToolFault {
  readonly code: string;
  readonly message: string;
  readonly stack?: string;
}

/** What `toToolErrorValue` makes of something thrown. */
export interface CaughtToolError {
  readonly value: ToolErrorValue;
  /** Only where the tool or the environment is at fault: `output_invalid`, `internal_error`. */
  readonly fault?: ToolFault;
}

/** What an agent reads where a host's class was thrown, and nothing in it is a fault of the tool. */
const answers: Partial<Record<string, KnownToolErrorCode>> = {
  INPUT_INVALID: "invalid_input",
  TOOL_NOT_FOUND: "tool_not_found",
  PERMISSION_DENIED: "not_allowed",
} satisfies Partial<Record<HostErrorCode, KnownToolErrorCode>>;

/**
 * The one table from what a host caught to what the agent reads (contract E8). It never throws, whatever was thrown. Codes
 * are cut at 100 characters and messages at 8,192, with controls and invisible characters escaped. A message about a
 * fault of the tool holds nothing of what was thrown: that may be a secret of the world, and no rewriting would help.
 */
export function toToolErrorValue(thrown: unknown, { tool }: { readonly tool: string }): CaughtToolError {
  const hostCode = hostCodeOf(thrown);
  const own = isToolError(thrown) ? lineText(thrown.code, { max: 100 }) : "";
  const answer = hostCode ? answers[hostCode] : own;
  if (answer) return { value: { code: answer, message: blockText(textOf(readProperty(thrown, "message"))) } };
  const isOutput = hostCode === "OUTPUT_INVALID";
  const code = isOutput ? "output_invalid" : "internal_error";
  const what = isOutput ? "returned what its own output schema refuses" : "broke while it ran";
  return {
    value: { code, message: `"${lineText(tool, { max: 200 })}" ${what}. ${toolFaultSentence}` },
    fault: { code: hostCode ?? code, message: describeThrown(thrown), stack: tracebackOf(thrown) },
  };
}
