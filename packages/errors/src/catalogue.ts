import type { CatalogueEntry } from "./define-catalogue.js";
import { exitCodes } from "./exit-codes.js";

const input = { category: "input", exitCode: exitCodes.usage, isRetryable: false } as const;
const state = { category: "state", exitCode: exitCodes.state, isRetryable: false } as const;
const runtime = { category: "runtime", exitCode: exitCodes.runtime, isRetryable: false } as const;

/**
 * Silo's own codes, all of them (contract E2, E5; source 000). Each `{name}` in a message or a suggestion is a
 * parameter: `siloError` requires it, and the error carries it in `details`.
 */
export const catalogue = /* @__PURE__ */ (() =>
  // In a function that is called, so that a bundler can leave it out where only the tools' vocabulary is used.
  ({
    usage_error: {
      ...input,
      message: "{problem}",
      suggestion: { action: "fix", fix: "See what the command accepts", example: "silo --help" },
    },
    invalid_json: {
      ...input,
      message: "{file} is not valid JSON: {reason} at line {line}, column {column}.",
      suggestion: { action: "fix", fix: "Correct {file} at line {line}, column {column}" },
    },
    value_not_json: {
      ...input,
      message: 'The value at "{path}" of {subject} cannot be written as JSON: {reason}.',
      suggestion: {
        action: "fix",
        fix: "Use text, finite numbers, booleans, null, arrays and plain objects only",
      },
    },
    task_invalid: {
      ...input,
      message: "{file} is not a valid task: {problems}",
      suggestion: { action: "fix", fix: "Correct the named fields in {file}" },
    },
    tool_invalid: {
      ...input,
      message: 'Tool "{tool}" is not valid: {problems}',
      suggestion: { action: "fix", fix: "Correct the definition of the tool where it calls defineTool" },
    },
    verifier_invalid: {
      ...input,
      message: 'Verifier "{verifierId}" is not valid: {problems}',
      suggestion: { action: "fix", fix: "Correct the definition where it calls defineVerifier" },
    },
    template_not_found: {
      ...input,
      message: 'There is no template "{template}"; available: {available}.',
      suggestion: {
        action: "fix",
        fix: "Choose one of: {available}",
        example: "silo init demo --template crm",
      },
    },
    unsafe_name: {
      ...input,
      message: "{name} cannot be the name of {kind}: {reason}.",
      suggestion: {
        action: "fix",
        fix: "Use letters, digits, hyphens and underscores, starting with a letter or a digit",
      },
    },
    entrypoint_outside_environment: {
      ...input,
      message: 'The entrypoint "{entrypoint}" of environment "{environment}" points outside {folder}.',
      suggestion: {
        action: "fix",
        fix: "Let `entrypoint` in silo.environment.json name a file inside the environment, such as ./index.ts",
      },
    },
    runtime_contract_invalid: {
      ...input,
      message: "{file} does not fulfil the environment contract: {problems}.",
      suggestion: {
        action: "fix",
        fix: "Export createState (a function), bindTools (a function) and verifiers (an array) by name",
      },
    },
    agent_invalid: {
      ...input,
      message: "{file} is not an agent: {reason}.",
      suggestion: {
        action: "fix",
        fix: "Export an async function as default that takes { task, tools, callTool, signal } and returns { output }",
      },
    },
    environment_not_found: {
      ...state,
      message: 'Environment "{environment}" was not found in {folder}: {found}.',
      suggestion: {
        action: "check",
        fix: "Check the name, or create it",
        example: "silo init NAME --template blank",
      },
    },
    environment_already_exists: {
      ...state,
      message: 'Environment "{environment}" already exists in {folder}; nothing was changed.',
      suggestion: { action: "fix", fix: "Choose another name, or remove the environment first" },
    },
    data_not_found: {
      ...state,
      message: 'There is no dataset "{name}" in environment "{environment}"; it has {available}.',
      suggestion: { action: "check", fix: "Name one of the datasets that are there" },
    },
    data_already_exists: {
      ...state,
      message: '"{file}" already exists in environment "{environment}".',
      suggestion: { action: "fix", fix: "Use `silo data update` to replace it, or choose another name" },
    },
    task_not_found: {
      ...state,
      message: 'There is no task "{taskId}" in environment "{environment}"; it has {available}.',
      suggestion: { action: "check", fix: "Name one of the tasks that are there" },
    },
    task_already_exists: {
      ...state,
      message: 'Task "{taskId}" already exists in environment "{environment}".',
      suggestion: { action: "fix", fix: "Use `silo task update` to change it, or choose another id" },
    },
    tool_not_registered: {
      ...state,
      message: 'Tool "{tool}" is not registered in environment "{environment}"; it has {available}.',
      suggestion: { action: "check", fix: "Name one of the tools that are registered in tools/index.ts" },
    },
    tool_already_exists: {
      ...state,
      message: '"{file}" already exists in environment "{environment}".',
      suggestion: { action: "fix", fix: "Choose another name, or edit the file that is there" },
    },
    verifier_not_found: {
      ...state,
      message: 'There is no verifier "{verifierId}" in environment "{environment}"; it has {available}.',
      suggestion: {
        action: "fix",
        fix: "Name a verifier that is exported in `verifiers`, or add this one to verifiers/index.ts",
      },
    },
    verifier_already_exists: {
      ...state,
      message: '"{file}" already exists in environment "{environment}".',
      suggestion: { action: "fix", fix: "Choose another id, or edit the file that is there" },
    },
    registry_not_found: {
      ...state,
      message: '"{file}" in environment "{environment}" has no array to register "{identifier}" into.',
      suggestion: { action: "fix", fix: "Let the barrel export one array, or register the entry by hand" },
    },
    already_registered: {
      ...state,
      message: '"{identifier}" is already registered in "{file}" of environment "{environment}".',
      suggestion: {
        action: "check",
        fix: "Nothing needs to be registered; choose another name for a new entry",
      },
    },
    state_type_not_found: {
      ...state,
      message: 'No state type was found in "{file}" of environment "{environment}".',
      suggestion: {
        action: "fix",
        fix: "Export a type named State from state.ts, or pass --state <TypeName>",
      },
    },
    agent_not_found: {
      ...state,
      message: "There is no agent file {file}.",
      suggestion: {
        action: "check",
        fix: "Check the path given with --agent; it is relative to the project",
      },
    },
    run_not_found: {
      ...state,
      message: 'There is no run "{runId}" in {folder}.',
      suggestion: { action: "check", fix: "List the runs that are there", example: "silo runs list" },
    },
    code_not_found: {
      ...state,
      message: 'There is no error code "{code}"; the nearest are: {nearest}.',
      suggestion: { action: "check", fix: "List all codes", example: "silo explain" },
    },
    file_access_denied: {
      category: "auth",
      exitCode: exitCodes.permission_denied,
      isRetryable: false,
      message: "{file} may not be {action}: {reason}.",
      suggestion: { action: "check", fix: "Check who owns {file} and what its permissions are" },
    },
    load_timeout: {
      category: "runtime",
      exitCode: exitCodes.timeout,
      isRetryable: true,
      message: "{file} did not finish loading within {timeoutMs} ms.",
      suggestion: {
        action: "fix",
        fix: "Look for work at the top level of the module, or raise --load-timeout-ms",
      },
    },
    verifier_timeout: {
      category: "runtime",
      exitCode: exitCodes.timeout,
      isRetryable: true,
      message: 'Verifier "{verifierId}" did not finish within {timeoutMs} ms, so the run was not graded.',
      suggestion: { action: "fix", fix: "Look for a loop in the verifier, or raise --verifier-timeout-ms" },
    },
    dependency_missing: {
      category: "runtime",
      exitCode: exitCodes.dependency,
      isRetryable: false,
      message: '"{dependency}" is needed by {neededBy} and is not installed.',
      suggestion: { action: "fix", fix: "Install it", example: "npm install {dependency}" },
    },
    artifact_version_unsupported: {
      category: "runtime",
      exitCode: exitCodes.dependency,
      isRetryable: false,
      message: "{file} has format version {found}; this version of Silo reads {supported}.",
      suggestion: { action: "fix", fix: "Use the version of Silo that wrote it, or a newer one" },
    },
    environment_load_failed: {
      ...runtime,
      message: "{file} broke while it was loaded: {reason}",
      suggestion: { action: "fix", fix: "Correct the module; --verbose shows where it broke" },
    },
    environment_failed: {
      ...runtime,
      message: "The environment broke in {place}, so the run was not graded: {reason}",
      suggestion: { action: "fix", fix: "Correct the environment; the run's trace holds the stack" },
    },
    verifier_failed: {
      ...runtime,
      message: 'Verifier "{verifierId}" did not grade the run: {reason}',
      suggestion: { action: "fix", fix: "Correct the verifier and run the task again" },
    },
    storage_failed: {
      ...runtime,
      message: "{file} could not be written: {reason}.",
      suggestion: { action: "check", fix: "Check the free space and the state of the disk" },
    },
    awaiting_input: {
      category: "runtime",
      exitCode: exitCodes.temporary,
      isRetryable: true,
      message: "Run {runId} waits for an answer: {question}",
      suggestion: {
        action: "retry",
        fix: "Answer the question",
        example: 'silo run --resume {runId} --answer "…"',
        applicability: "if_interactive",
      },
    },
    unexpected_error: {
      category: "internal",
      exitCode: exitCodes.unknown,
      isRetryable: false,
      message: "Something unforeseen went wrong: {reason}",
      suggestion: {
        action: "escalate",
        fix: "Report it with what you ran and the output of the same command with --verbose",
      },
    },
    cancelled: {
      category: "runtime",
      exitCode: exitCodes.interrupted,
      isRetryable: true,
      message: "{what} was cancelled.",
      suggestion: { action: "retry", fix: "Run the command again" },
    },
  }) as const satisfies Record<string, CatalogueEntry>)();
