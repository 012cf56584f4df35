import type { Finding } from "@silo/artifacts";

/** The codes of what validation finds, each with its level (contract S5). A published code is never reused. */
const levels = {
  manifest_missing: "error",
  manifest_invalid: "error",
  name_mismatch: "error",
  invalid_json: "error",
  entrypoint_missing: "error",
  entrypoint_outside_environment: "error",
  load_failed: "error",
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
} as const satisfies Record<string, Finding["level"]>;

export type FindingCode = keyof typeof levels;

/** Collects findings; the level follows from the code. */
export class Findings {
  readonly #list: Finding[] = [];

  add(
    code: FindingCode,
    message: string,
    place: Pick<Finding, "file" | "line" | "column" | "suggestion"> = {},
  ): void {
    // A tool is looked at where it is defined and where it is bound.
    if (
      this.#list.some(
        (known) => known.code === code && known.message === message && known.file === place.file,
      )
    )
      return;
    this.#list.push({ level: levels[code], code, message, ...place });
  }

  /** Errors first, then by file, place and code, so that the same environment gives the same report. */
  sorted(): Finding[] {
    const key = ({ level, file = "", line = 0, code, message }: Finding): string =>
      [level, file, String(line).padStart(8, "0"), code, message].join("\0");
    return [...this.#list].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  }
}
