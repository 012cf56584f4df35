import type { RunFailure, TerminationReason } from "@silo/artifacts";
import { describeThrown, toToolErrorValue } from "@silo/errors";
import type { RunLimits } from "./limits.js";

// Binding sentences (contract T10), in both cases what the person reads who waits for the agent.
const couldNotComplete =
  "This agent could not complete your request. The problem has been reported to its developer.";
const couldNotReach = "The agent could not reach a service it needs. Please try again in a moment.";

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

/** The failure of a run that a limit ended (contract T10). */
export function limitFailure(reason: "max_tool_calls" | "timeout", limits: RunLimits): RunFailure {
  if (reason === "timeout") {
    return makeFailure(reason, {
      resultCode: "timedOut",
      message: `The agent did not finish within its time limit of ${limits.timeoutMs} ms.`,
      personMessage: `The agent reached its time limit of ${limits.timeoutMs / 1000} seconds.`,
      path: "agent",
    });
  }
  return makeFailure(reason, {
    resultCode: "toolCallLimitReached",
    message: `The agent made more tool calls than its limit of ${limits.maxToolCalls}.`,
    personMessage: `The agent reached its limit of ${limits.maxToolCalls} tool calls.`,
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

/** The failure of a run in which the author's code broke at `path` (contract T9, T10). */
export function environmentFailure(path: string, thrown: unknown): RunFailure {
  return makeFailure("environment_error", {
    resultCode: "errorInEnvironment",
    message: describeThrown(thrown),
    personMessage: couldNotComplete,
    path,
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
  error: unknown,
  { tool, callId }: { tool: string; callId: string },
): RunFailure {
  const { value, fault } = toToolErrorValue(error, { tool });
  return {
    code: value.code,
    resultCode: "errorInTool",
    message: fault?.message ?? value.message,
    personMessage: couldNotComplete,
    path: `tools.${tool}`,
    callId,
    handled: true,
  };
}

function makeFailure(
  code: TerminationReason,
  fields: Pick<RunFailure, "resultCode" | "message" | "personMessage" | "path">,
): RunFailure {
  // A text that was thrown may be empty.
  return { code, ...fields, message: fields.message || "An empty text was thrown.", handled: false };
}

function isConnectionFailure(thrown: unknown): boolean {
  try {
    for (
      let fault = thrown, depth = 0;
      fault instanceof Error && depth < 8;
      fault = fault.cause, depth += 1
    ) {
      const { code } = fault as { code?: unknown };
      if (typeof code === "string" && connectionCodes.has(code)) return true;
      if (fault.name === "TimeoutError") return true;
    }
  } catch {
    return false;
  }
  return false;
}
