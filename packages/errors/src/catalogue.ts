import type { CatalogueEntry } from "./define-catalogue.js";
import type { Suggestion } from "./silo-error.js";

type Kind = Pick<CatalogueEntry, "category" | "exitCode" | "isRetryable">;

/** One code: its message, then its suggestion. Text for people that no program needs stands in `explain/`. */
type Row = readonly [message: string, action: Suggestion["action"], fix: string, example?: string];

type SuggestionOf<Written extends Row> = Suggestion & {
  readonly fix: Written[2];
} & (Written extends readonly [string, string, string, infer Example extends string]
    ? { readonly example: Example }
    : unknown);

/** The entries of codes that are of one kind, with their texts as literal types. */
function group<const Rows extends Readonly<Record<string, Row>>>(
  kind: Kind,
  rows: Rows,
): {
  readonly [Code in keyof Rows]: Kind & {
    readonly message: Rows[Code][0];
    readonly suggestion: SuggestionOf<Rows[Code]>;
  };
} {
  const entries = Object.entries(rows).map(([code, [message, action, fix, example]]) => [
    code,
    { ...kind, message, suggestion: { action, fix, example } },
  ]);
  return Object.fromEntries(entries) as ReturnType<typeof group<Rows>>;
}

/**
 * Silo's own codes, all of them (contract E2, E5). Each `{name}` in a message or a suggestion is a
 * parameter: `siloError` requires it, and the error carries it in `details`.
 */
export const catalogue = /* @__PURE__ */ (() =>
  // In a function that is called, so that a bundler can leave it out where only the tools' vocabulary is used.
  ({
    ...group(
      { category: "input", exitCode: 2, isRetryable: false },
      {
        usage_error: ["{problem}", "fix", "See what it accepts", "silo --help"],
        invalid_json: [
          "{file} is not valid JSON: {reason} at line {line}, column {column}.",
          "fix",
          "Correct {file}",
        ],
        value_not_json: [
          'The value at "{path}" of {subject} cannot be written as JSON: {reason}.',
          "fix",
          "Use only values that JSON can hold",
        ],
        task_invalid: ["{file} is not a valid task: {problems}", "fix", "Correct {file}"],
        tool_invalid: ['Tool "{tool}" is not valid: {problems}', "fix", "Correct its defineTool call"],
        verifier_invalid: [
          'Verifier "{verifierId}" is not valid: {problems}',
          "fix",
          "Correct its defineVerifier call",
        ],
        template_not_found: [
          'There is no template "{template}"; available: {available}.',
          "fix",
          "Choose one of those",
          "silo init NAME --template blank",
        ],
        unsafe_name: [
          "{name} cannot be the name of {kind}: {reason}.",
          "fix",
          "Use letters, digits, - and _",
        ],
        entrypoint_outside_environment: [
          'The entrypoint "{entrypoint}" of environment "{environment}" points outside {folder}.',
          "fix",
          "Set `entrypoint` in silo.environment.json to a file inside it",
        ],
        runtime_contract_invalid: [
          "{file} does not fulfil the environment contract: {problems}.",
          "fix",
          "Export createState, bindTools and verifiers by name",
        ],
        agent_invalid: [
          "{file} is not an agent: {reason}.",
          "fix",
          "Export default async ({ task, callTool }) => ({ output })",
        ],
      },
    ),
    ...group(
      { category: "state", exitCode: 10, isRetryable: false },
      {
        environment_not_found: [
          'Environment "{environment}" was not found in {folder}: {found}.',
          "check",
          "Check the name, or create it",
          "silo init NAME --template blank",
        ],
        environment_already_exists: [
          'Environment "{environment}" already exists in {folder}.',
          "fix",
          "Choose another name, or remove it first",
        ],
        data_not_found: [
          'There is no dataset "{name}" in environment "{environment}"; it has {available}.',
          "check",
          "Choose one of those",
        ],
        data_already_exists: [
          '"{file}" already exists in environment "{environment}".',
          "fix",
          "Choose another name, or use `silo data update`",
        ],
        task_not_found: [
          'There is no task "{taskId}" in environment "{environment}"; it has {available}.',
          "check",
          "Choose one of those",
        ],
        task_already_exists: [
          'Task "{taskId}" already exists in environment "{environment}".',
          "fix",
          "Choose another id, or use `silo task update`",
        ],
        tool_not_registered: [
          'Tool "{tool}" is not registered in environment "{environment}"; it has {available}.',
          "check",
          "Choose one of those, or add it to tools/index.ts",
        ],
        tool_already_exists: [
          '"{file}" already exists in environment "{environment}".',
          "fix",
          "Choose another name, or edit {file}",
        ],
        verifier_not_found: [
          'There is no verifier "{verifierId}" in environment "{environment}"; it has {available}.',
          "fix",
          "Choose one of those, or add it to verifiers/index.ts",
        ],
        verifier_already_exists: [
          '"{file}" already exists in environment "{environment}".',
          "fix",
          "Choose another id, or edit {file}",
        ],
        registry_not_found: [
          '"{file}" in environment "{environment}" has no array to register "{identifier}" into.',
          "fix",
          "Export an array from {file}",
        ],
        already_registered: [
          '"{identifier}" is already registered in "{file}" of environment "{environment}".',
          "check",
          "Choose another name for a new entry",
        ],
        state_type_not_found: [
          'No state type was found in "{file}" of environment "{environment}".',
          "fix",
          "Export a type State, or pass --state <TypeName>",
        ],
        agent_not_found: ["There is no agent file {file}.", "check", "Check the path given with --agent"],
        run_not_found: ['There is no run "{runId}" in {folder}.', "check", "List the runs", "silo runs list"],
        code_not_found: [
          'There is no error code "{code}"; the nearest are: {nearest}.',
          "check",
          "List the codes",
          "silo explain",
        ],
      },
    ),
    ...group(
      { category: "auth", exitCode: 40, isRetryable: false },
      {
        file_access_denied: [
          "{file} may not be {action}: {reason}.",
          "check",
          "Check the permissions of {file}",
        ],
      },
    ),
    ...group(
      { category: "runtime", exitCode: 50, isRetryable: true },
      {
        load_timeout: [
          "{file} did not finish loading within {timeoutMs} ms.",
          "fix",
          "Look for work at its top level, or raise --load-timeout-ms",
        ],
        verifier_timeout: [
          'Verifier "{verifierId}" did not finish within {timeoutMs} ms, so the run was not graded.',
          "fix",
          "Look for a loop in it, or raise --verifier-timeout-ms",
        ],
      },
    ),
    ...group(
      { category: "runtime", exitCode: 65, isRetryable: false },
      {
        dependency_missing: [
          '"{dependency}" is needed by {neededBy} and is not installed.',
          "fix",
          "Install it",
          "npm install {dependency}",
        ],
        artifact_version_unsupported: [
          "{file} has format version {found}; this Silo reads {supported}.",
          "fix",
          "Use a newer version of Silo",
        ],
      },
    ),
    ...group(
      { category: "runtime", exitCode: 70, isRetryable: false },
      {
        environment_load_failed: [
          "{file} broke while it was loaded: {reason}",
          "fix",
          "Correct it; --verbose shows where it broke",
        ],
        environment_failed: [
          "The environment broke in {place}, so the run was not graded: {reason}",
          "fix",
          "Correct it; --verbose shows where it broke",
        ],
        verifier_failed: [
          'Verifier "{verifierId}" did not grade the run: {reason}',
          "fix",
          "Correct it and run again",
        ],
        storage_failed: ["{file} could not be written: {reason}.", "check", "Check the free space"],
      },
    ),
    ...group(
      { category: "runtime", exitCode: 75, isRetryable: true },
      {
        awaiting_input: [
          "Run {runId} waits for an answer: {question}",
          "retry",
          "Answer the question",
          "silo run --resume {runId} --answer TEXT",
        ],
      },
    ),
    ...group(
      { category: "internal", exitCode: 101, isRetryable: false },
      {
        unexpected_error: [
          "Something unforeseen went wrong: {reason}",
          "escalate",
          "Report it in the issues of the repository it comes from: what you ran and what --verbose prints",
        ],
      },
    ),
    ...group(
      { category: "runtime", exitCode: 130, isRetryable: true },
      {
        cancelled: ["{what} was cancelled.", "retry", "Run it again"],
      },
    ),
  }))();
