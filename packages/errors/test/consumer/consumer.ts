// Compiled against the built declarations by the oldest and the newest TypeScript that are supported.
import {
  defineCatalogue,
  errorEnvelope,
  exitCodes,
  isSiloError,
  isToolError,
  siloError,
  ToolNotFoundError,
  toToolErrorValue,
  type Envelope,
  type ErrorCategory,
  type ExitCode,
  type SiloErrorCode,
} from "@silo/errors";
import { errorFromJSON } from "@silo/errors/error-from-json";
import { explanationOf } from "@silo/errors/explain";
import { nearest } from "@silo/errors/nearest";

const errors = defineCatalogue({
  repo_not_found: {
    category: "state",
    exitCode: exitCodes.state,
    isRetryable: false,
    message: "No {repo}",
    suggestion: { action: "check", fix: "List them" },
  },
});

export const own = errors.create("repo_not_found", { repo: "a" }).details.repo;
// @ts-expect-error The parameter is missing.
errors.create("repo_not_found", {});
// @ts-expect-error There is no such code.
siloError("nothing", {});

export function code(thrown: unknown): SiloErrorCode | undefined {
  if (isSiloError(thrown, "run_not_found")) return `${thrown.details.runId}` === "" ? undefined : thrown.code;
  return isSiloError(thrown) ? thrown.code : undefined;
}

export function permission(thrown: unknown): string {
  return isToolError(thrown, "PERMISSION_DENIED")
    ? thrown.permission
    : toToolErrorValue(thrown, { tool: "a" }).value.code;
}

export const exit: ExitCode = siloError("agent_not_found", { file: "a" }).exitCode;
export const envelope: Envelope<number> = errorEnvelope(own, { tool: "a", version: "1.0.0", duration_ms: 1 });
export const near = new ToolNotFoundError("a", { available: ["b"], nearest: nearest("a", ["b"]) }).nearest;
export const rebuilt = errorFromJSON(JSON.parse("{}")).category satisfies ErrorCategory;
export const meaning = explanationOf("run_not_found")?.meaning;
