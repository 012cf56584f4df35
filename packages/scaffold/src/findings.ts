import type { Finding } from "@silo/artifacts";

/** The codes of what validation finds, each with its level (contract S5). A published code is never reused. */
const validationCodes = {
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

/** Where a finding is, and what may mend it. */
export type FindingPlace = Pick<Finding, "file" | "line" | "column" | "suggestion">;

/** Collects findings; the level follows from the code. */
export class Findings {
  readonly #list: { finding: Finding; key: string }[] = [];
  readonly #keys = new Set<string>();

  get hasErrors(): boolean {
    return this.#list.some(({ finding }) => finding.level === "error");
  }

  /** Adds a finding, unless there is one for the same thing already: `key` says what that is, where it is not all of it. */
  add(code: FindingCode, message: string, place: FindingPlace = {}, key?: string): void {
    // A tool is looked at where it is defined and where it is bound.
    this.#add({ level: levels[code], code, message, ...place }, key ?? `${message}\0${place.file ?? ""}`);
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
