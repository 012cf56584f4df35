import { describe, expect, it } from "vitest";
import { catalogue } from "./catalogue.js";
import { fillTemplate, parametersOf, type CatalogueEntry } from "./define-catalogue.js";
import { renderError } from "./render-error.js";
import { siloError, siloErrorCodes } from "./silo-codes.js";

/** What is published. A line may be added; none may be changed or removed. */
const published: Record<string, [category: string, exitCode: number, isRetryable: boolean]> = {
  usage_error: ["input", 2, false],
  invalid_json: ["input", 2, false],
  value_not_json: ["input", 2, false],
  task_invalid: ["input", 2, false],
  tool_invalid: ["input", 2, false],
  verifier_invalid: ["input", 2, false],
  template_not_found: ["input", 2, false],
  unsafe_name: ["input", 2, false],
  entrypoint_outside_environment: ["input", 2, false],
  runtime_contract_invalid: ["input", 2, false],
  agent_invalid: ["input", 2, false],
  environment_not_found: ["state", 10, false],
  environment_already_exists: ["state", 10, false],
  data_not_found: ["state", 10, false],
  data_already_exists: ["state", 10, false],
  task_not_found: ["state", 10, false],
  task_already_exists: ["state", 10, false],
  tool_not_registered: ["state", 10, false],
  tool_already_exists: ["state", 10, false],
  verifier_not_found: ["state", 10, false],
  verifier_already_exists: ["state", 10, false],
  registry_not_found: ["state", 10, false],
  already_registered: ["state", 10, false],
  state_type_not_found: ["state", 10, false],
  agent_not_found: ["state", 10, false],
  run_not_found: ["state", 10, false],
  code_not_found: ["state", 10, false],
  file_access_denied: ["auth", 40, false],
  load_timeout: ["runtime", 50, true],
  verifier_timeout: ["runtime", 50, true],
  dependency_missing: ["runtime", 65, false],
  artifact_version_unsupported: ["runtime", 65, false],
  environment_load_failed: ["runtime", 70, false],
  environment_failed: ["runtime", 70, false],
  verifier_failed: ["runtime", 70, false],
  storage_failed: ["runtime", 70, false],
  awaiting_input: ["runtime", 75, true],
  unexpected_error: ["internal", 101, false],
  cancelled: ["runtime", 130, true],
};

const entries = Object.entries<CatalogueEntry>(catalogue);

describe("the catalogue", () => {
  it("holds what is published", () => {
    const held = entries.map(([code, { category, exitCode, isRetryable }]) => [
      code,
      [category, exitCode, isRetryable],
    ]);
    expect(Object.fromEntries(held)).toEqual(published);
    expect(siloErrorCodes).toEqual(Object.keys(published));
  });

  it("gives the published message", () => {
    const error = siloError("verifier_already_exists", { file: "verifiers/VER-007.ts", environment: "demo" });
    expect(renderError(error).split("\n")[0]).toBe(
      'error: verifier_already_exists: "verifiers/VER-007.ts" already exists in environment "demo".',
    );
  });

  it.each(entries)("says nothing of %s that is not in details", (code, entry) => {
    const names = parametersOf(entry);
    const parameters = Object.fromEntries(names.map((name) => [name, `{${name}}`]));
    const error = siloError(code as "run_not_found", parameters as { runId: string; folder: string });
    // With every value replaced by its placeholder, the template itself must come out.
    expect(error.message).toBe(entry.message);
    expect(error.suggestion).toEqual(entry.suggestion);
    expect(Object.keys(error.details)).toEqual(names);
    expect(names.length).toBeGreaterThan(0);
    // Braces that are no placeholder would be a parameter in the types and none here.
    expect(fillTemplate(entry.message, Object.fromEntries(names.map((name) => [name, ""])))).not.toMatch(
      /[{}]/,
    );
  });

  it("always says what can be done", () => {
    for (const [, { suggestion }] of entries) expect(suggestion.fix.length).toBeGreaterThan(5);
  });
});
