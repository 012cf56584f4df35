import type { Finding } from "@silo/artifacts";

/** The codes of what validation finds, each with its level (contract S5). A published code is never reused. */
export const validationCodes = {
  manifest_missing: "error",
  manifest_invalid: "error",
  name_mismatch: "error",
  invalid_json: "error",
  entrypoint_missing: "error",
  entrypoint_outside_environment: "error",
  load_failed: "error",
  type_error: "error",
  runtime_contract_invalid: "error",
  tool_invalid: "error",
  tool_duplicate: "error",
  verifier_invalid: "error",
  verifier_duplicate: "error",
  verifier_not_found: "error",
  verifier_task_mismatch: "error",
  verifier_unused: "warning",
  task_invalid: "error",
  state_failed: "error",
  state_not_json: "error",
  state_shared: "error",
  state_not_repeatable: "error",
  tools_failed: "error",
  schema_doubtful: "warning",
  data_unused: "warning",
  entity_unknown: "warning",
} as const satisfies Record<string, Finding["level"]>;

/** The codes of what only a proof finds (contract S7). */
export const proofCodes = {
  noop_passes: "error",
  solution_missing: "error",
  solution_invalid: "error",
  solution_unused: "warning",
  solution_fails: "error",
  solution_call_fails: "error",
  change_not_expected: "error",
  no_change_not_declared: "error",
  mutant_survives: "error",
  waiver_unused: "warning",
  dead_check: "warning",
  verdict_not_repeatable: "error",
  run_not_repeatable: "error",
  verifier_failed: "error",
  verifier_timeout: "error",
  verifier_mutates: "error",
  verifier_depends_on_key_order: "error",
  required_check_missing: "error",
  check_label_duplicate: "error",
  read_tool_writes: "error",
  tool_faulty: "warning",
  clock_used: "error",
  randomness_used: "error",
  network_used: "error",
  environment_variable_used: "error",
  environment_failed: "error",
} as const satisfies Record<string, Finding["level"]>;

const levels = { ...validationCodes, ...proofCodes };

export type FindingCode = keyof typeof levels;

/** What mends a finding, where the place that finds it knows nothing better. */
export const suggestions: Record<FindingCode, string> = {
  manifest_missing: "Create it with name, template, templateVersion, entrypoint and tools",
  manifest_invalid: "Correct the named fields",
  name_mismatch: "Give the manifest's `name` and the folder the same name",
  invalid_json: "Correct the JSON at that place",
  entrypoint_missing: "Let `entrypoint` name a file that is there",
  entrypoint_outside_environment: "Let `entrypoint` name a file of the environment's own folder",
  load_failed:
    "Correct what the message names; what is slow or needs the outer world does not belong at the top of a module",
  type_error: "Correct the code at that place",
  runtime_contract_invalid: "Export `createState`, `bindTools` and `verifiers` from the entrypoint",
  tool_invalid: "Correct the named part of the tool's definition",
  tool_duplicate: "Give one of the tools another name",
  verifier_invalid: "Make every verifier with `defineVerifier`, with `id`, `taskId`, `name` and `check`",
  verifier_duplicate: "Give one of the verifiers another id",
  verifier_not_found: "Add the verifier to verifiers/index.ts, or name another one",
  verifier_task_mismatch: "Let the verifier's `taskId` and the task's `verifierId` name each other",
  verifier_unused: "Let a task name it, or take it away",
  task_invalid: "Correct the named fields",
  state_failed: "Let `createState` return an object; the message says what it does instead",
  state_not_json: "Keep in the state only what JSON can hold, and Map, Set and Date",
  state_shared: "Copy the data in `createState`, for example with `structuredClone`",
  state_not_repeatable: "Derive the world from the data alone, without clock or randomness",
  tools_failed: "Let `bindTools` return an array of tools that `defineTool` made",
  schema_doubtful: "Correct the named part of the schema, which does not do what it seems to say",
  data_unused: "Import it in environment.ts, or take it away: silo data remove",
  entity_unknown: "Correct the id, or leave it out",
  noop_passes: "Require what the task asks for; if it expects no change, grade the answer",
  solution_missing: "Write a solution",
  solution_invalid: "Correct the solution, and keep only one of a task",
  solution_unused: "Call it after its task, or take it away",
  solution_fails: "Correct the solution or the verifier",
  solution_call_fails: "Correct or drop the call",
  change_not_expected: "Correct the solution, or take `expectsNoChange` away",
  no_change_not_declared: "Set `expectsNoChange`, and grade the answer",
  mutant_survives: "Let the verifier require what is wrong there, or waive the mutation",
  waiver_unused: "Take the waiver away",
  dead_check: "Let the check look at what can go wrong, or take it away",
  verdict_not_repeatable: "Let the verifier look only at what it is given",
  run_not_repeatable: "Let nothing but state and input decide; look for state outside the world",
  verifier_failed: "Let the verifier grade every world that an agent can leave",
  verifier_timeout: "Look for a loop in the verifier, or for something that it awaits",
  verifier_mutates: "Copy what is given before sorting or editing it",
  verifier_depends_on_key_order: "Compare by content, not by `JSON.stringify`",
  required_check_missing: "Make what the task asks for a `check(…)`",
  check_label_duplicate: "Give each check a label of its own",
  read_tool_writes: "Declare the tool `write`, or let it change nothing",
  tool_faulty: "Refuse with `toolError(code, message)`",
  clock_used: "Keep the time in the state",
  randomness_used: "Derive the value from the state",
  network_used: "Put what it would answer into the data",
  environment_variable_used: "Put the value into the data",
  environment_failed: "Correct the code that the message names",
};

/** Where a finding is, and what may mend it. */
export type FindingPlace = Pick<Finding, "file" | "line" | "column" | "suggestion">;

/** Collects findings; the level follows from the code, and so does a suggestion where none is given. */
export class Findings {
  readonly #list: { finding: Finding; key: string }[] = [];
  readonly #keys = new Set<string>();

  get hasErrors(): boolean {
    return this.#list.some(({ finding }) => finding.level === "error");
  }

  /** Adds a finding, unless there is one for the same thing already: `key` says what that is, where it is not all of it. */
  add(code: FindingCode, message: string, place: FindingPlace = {}, key?: string): void {
    // A tool is looked at where it is defined and where it is bound.
    const finding: Finding = { level: levels[code], code, message, suggestion: suggestions[code], ...place };
    this.#add(finding, key ?? `${message}\0${place.file ?? ""}`);
  }

  /** Adds what another one has collected. */
  addAll(other: Findings): void {
    for (const { finding, key } of other.#list) this.#add(finding, key);
  }

  /** Errors first, then by file, place and code, so that the same environment gives the same report. */
  sorted(): Finding[] {
    const keyOf = ({ level, file = "", line = 0, code, message }: Finding): string =>
      [level, file, String(line).padStart(8, "0"), code, message].join("\0");
    return this.#list.map(({ finding }) => finding).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  }

  #add(finding: Finding, key: string): void {
    const whole = `${finding.code}\0${key}`;
    if (this.#keys.has(whole)) return;
    this.#keys.add(whole);
    this.#list.push({ finding, key });
  }
}
