import { defineCatalogue, type ParameterNames } from "./define-catalogue.js";
import { isSiloError, siloError, type SiloErrorCode, type SiloErrorParameters } from "./silo-codes.js";
import { isToolError, PermissionDeniedError, toolError, type InputInvalidError } from "./tool-error.js";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function check<_Claim extends true>(): void {}

check<Equal<ParameterNames<"{a} and {b}, {a} { not this } {}">, "a" | "b">>();
check<Equal<ParameterNames<"none">, never>>();
check<
  Equal<
    SiloErrorParameters<"run_not_found">,
    { readonly runId: string | number; readonly folder: string | number }
  >
>();
check<Equal<SiloErrorParameters<"dependency_missing">["dependency"], string | number>>();
check<Equal<keyof SiloErrorParameters<"agent_invalid">, "file" | "reason">>();

siloError("agent_not_found", { file: "a" });
// @ts-expect-error A parameter is missing.
siloError("agent_not_found", {});
// @ts-expect-error There is no such parameter.
siloError("agent_not_found", { file: "a", path: "b" });
// @ts-expect-error There is no such code.
siloError("agent_not_fond", { file: "a" });
// @ts-expect-error A parameter is text or a number.
siloError("agent_not_found", { file: { name: "a" } });

export const made = siloError(
  "task_not_found",
  { taskId: 1, environment: "demo", available: "none" },
  { details: { extra: [1] } },
);
check<Equal<typeof made.code, "task_not_found">>();
check<Equal<typeof made.details.taskId, string | number>>();

export function narrows(thrown: unknown): void {
  if (isSiloError(thrown)) {
    check<Equal<typeof thrown.code, SiloErrorCode>>();
    if (thrown.code === "task_already_exists") check<Equal<typeof thrown.code, "task_already_exists">>();
    // @ts-expect-error There is no such code.
    if (thrown.code === "task_exists") return;
  }
  if (isSiloError(thrown, "run_not_found")) check<Equal<typeof thrown.details.runId, string | number>>();
  if (isToolError(thrown, "PERMISSION_DENIED")) check<Equal<typeof thrown.permission, string>>();
  if (isToolError(thrown, "INPUT_INVALID")) check<Equal<typeof thrown, InputInvalidError>>();
  if (isToolError(thrown, "not_found")) check<Equal<typeof thrown.code, "not_found">>();
  if (thrown instanceof PermissionDeniedError) check<Equal<typeof thrown.code, "PERMISSION_DENIED">>();
}

const errors = defineCatalogue({
  repo_not_found: {
    category: "state",
    exitCode: 10,
    isRetryable: false,
    message: "No {repo}",
    suggestion: { action: "check", fix: "List {kind}", example: "mytool {command}" },
  },
});
errors.create("repo_not_found", { repo: "a", kind: "b", command: "c" });
// @ts-expect-error A parameter of the suggestion is missing.
errors.create("repo_not_found", { repo: "a", kind: "b" });
defineCatalogue({
  wrong: {
    category: "state",
    // @ts-expect-error An error does not exit with 1.
    exitCode: 1,
    isRetryable: false,
    message: "x",
    suggestion: { action: "fix", fix: "x" },
  },
});

toolError("not_found", "x");
toolError("any_other_code", "x");
