import type { RunFailure, TerminationReason } from "@silo/artifacts";
import { describeThrown } from "@silo/errors";
import type { FailureReport } from "./agent.js";
import type { RunLimits } from "./limits.js";
import type { WorldFault } from "./world-fault.js";
import type { HandledError } from "./world.js";

// Also the subpath `@silo/runtime/failure`, for libraries of agents: nothing here may load more than it needs.

// Binding sentences (contract T10), in both cases what the person reads who waits for the agent.
const couldNotComplete =
  "This agent could not complete your request. The problem has been reported to its developer.";
const couldNotReach = "The agent could not reach a service it needs. Please try again in a moment.";

/** How many UTF-16 units of a message are kept. */
const maxMessage = 100_000;

const connectionCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "UND_ERR_SOCKET",
]);

/** The limits of a run that end it from outside. */
export type LimitReason =
  "max_tool_calls" | "timeout" | "cost_limit" | "token_limit" | "tool_error_limit" | "memory_limit";

const limitTexts: Record<
  LimitReason,
  { resultCode: string; message: (limits: RunLimits) => string; person: (limits: RunLimits) => string }
> = {
  timeout: {
    resultCode: "timedOut",
    message: ({ timeoutMs }) => `The agent did not finish within its time limit of ${timeoutMs} ms.`,
    person: ({ timeoutMs }) => `The agent reached its time limit of ${timeoutMs / 1000} seconds.`,
  },
  max_tool_calls: {
    resultCode: "toolCallLimitReached",
    message: ({ maxToolCalls }) => `The agent made more tool calls than its limit of ${maxToolCalls}.`,
    person: ({ maxToolCalls }) => `The agent reached its limit of ${maxToolCalls} tool calls.`,
  },
  cost_limit: {
    resultCode: "costLimitReached",
    message: ({ maxCostUsd }) =>
      `The agent reported a higher cost than its limit of ${maxCostUsd} US dollars.`,
    person: ({ maxCostUsd }) => `The agent reached its cost limit of ${maxCostUsd} US dollars.`,
  },
  token_limit: {
    resultCode: "tokenLimitReached",
    message: ({ maxTokens }) => `The agent reported more tokens than its limit of ${maxTokens}.`,
    person: ({ maxTokens }) => `The agent reached its limit of ${maxTokens} tokens.`,
  },
  tool_error_limit: {
    resultCode: "toolErrorLimitReached",
    message: ({ maxConsecutiveToolErrors: max }) =>
      `More tool calls in a row failed than the limit of ${max}.`,
    person: ({ maxConsecutiveToolErrors: max }) =>
      `The agent reached its limit of ${max} failed tool calls in a row.`,
  },
  memory_limit: {
    resultCode: "memoryLimitReached",
    message: ({ memoryMb }) => `The agent's process used more memory than its limit of ${memoryMb} MiB.`,
    person: ({ memoryMb }) => `The agent reached its memory limit of ${memoryMb} MiB.`,
  },
};

/** The failure of a run that a limit ended (contract T10). */
export function limitFailure(reason: LimitReason, limits: RunLimits): RunFailure {
  const { resultCode, message, person } = limitTexts[reason];
  return makeFailure(reason, {
    resultCode,
    message: message(limits),
    personMessage: person(limits),
    path: "agent",
  });
}

/** The failure of a run whose agent threw, or returned what is no answer (contract T10). */
export function agentFailure(thrown: unknown): RunFailure {
  return makeFailure("agent_error", {
    resultCode: "errorInAgent",
    message: describeThrown(thrown),
    personMessage: isConnectionFailure(thrown) ? couldNotReach : couldNotComplete,
    path: "agent",
  });
}

/** The failure of a run in which the author's code broke (contract T9, T10). */
export function environmentFailure({ place, reason }: WorldFault, callId?: string): RunFailure {
  return makeFailure("environment_error", {
    resultCode: "errorInEnvironment",
    message: reason,
    personMessage: couldNotComplete,
    path: place,
    ...(callId === undefined ? {} : { callId }),
  });
}

/** The failure of a run that the agent itself gave up: the person reads its own words (contract T6, T10). */
export function givenUp(message: string): RunFailure {
  return makeFailure("agent_failed", {
    resultCode: "failedByAgent",
    message,
    personMessage: message,
    path: "agent",
  });
}

/** The end of a run that waits for an answer: no fault of anyone's (contract T6). */
export function awaitingInput(question: string): RunFailure {
  return makeFailure("awaiting_input", {
    resultCode: "awaitingInput",
    message: question,
    personMessage: question,
    path: "agent",
  });
}

export function cancelledFailure(): RunFailure {
  return makeFailure("cancelled", {
    resultCode: "stopped",
    message: "The run was cancelled.",
    personMessage: "The run was stopped.",
    path: "agent",
  });
}

/** A failure of a call that a handler answered: it did not end the run, and stands in the trace only (contract T10). */
export function handledFailure(
  { code, message }: HandledError,
  { tool, callId }: { tool: string; callId: string },
): RunFailure {
  return {
    code,
    resultCode: "errorInTool",
    message,
    personMessage: couldNotComplete,
    path: `tools.${tool}`,
    callId,
    handled: true,
  };
}

/** A failure that the agent itself handled: it stands in the trace only (contract T10). */
export function failureInAgent({
  code,
  message,
  path,
  resultCode = "errorInAgent",
}: Omit<FailureReport, "type">): RunFailure {
  return {
    code,
    resultCode,
    message: shorten(message),
    personMessage: couldNotComplete,
    path,
    handled: true,
  };
}

/** What the hook that is told of a failure did wrong: the run itself is as it was. */
export function hookFailure(message: string): RunFailure {
  const where = { resultCode: "errorInHook", path: "hooks.onAgentError" };
  return { code: "hook_failed", ...where, message, personMessage: couldNotComplete, handled: true };
}

function makeFailure(
  code: TerminationReason,
  fields: Pick<RunFailure, "resultCode" | "message" | "personMessage" | "path" | "callId">,
): RunFailure {
  const { message, personMessage } = fields;
  // A text that was thrown may be empty.
  const said = shorten(message) || "An empty text was thrown.";
  return { code, ...fields, message: said, personMessage: shorten(personMessage), handled: false };
}

/** A message may hold a whole document, and stands in several records. */
function shorten(text: string): string {
  if (text.length <= maxMessage) return text;
  const kept = text.slice(0, maxMessage).replace(/[\ud800-\udbff]$/, "");
  return `${kept}… (${text.length} characters)`;
}

/** Whether a timeout or a lost connection is behind it: then trying again may help (contract T10). */
export function isConnectionFailure(thrown: unknown): boolean {
  try {
    for (
      let fault = thrown, depth = 0;
      fault instanceof Error && depth < 8;
      fault = fault.cause, depth += 1
    ) {
      const { code } = fault as { code?: unknown };
      if (typeof code === "string" && connectionCodes.has(code)) return true;
      // The second is the name of a connection that failed for a reason without a code, such as a certificate.
      if (fault.name === "TimeoutError" || fault.name === "ConnectionError") return true;
    }
  } catch {
    return false;
  }
  return false;
}
