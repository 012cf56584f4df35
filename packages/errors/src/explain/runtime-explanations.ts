/** The codes whose category is `auth`, `runtime` or `internal`. */
export const runtimeExplanations = {
  file_access_denied: {
    meaning: "The operating system does not let Silo read or write a file that it needs",
    causes: [
      "The file belongs to another user, for instance because a container created it.",
      "The folder is mounted for reading only.",
    ],
    remedy: "Give the user who runs Silo the right that the message names, or choose another folder.",
    example: { file: "runs", action: "written", reason: "permission denied" },
  },
  load_timeout: {
    meaning: "A module had not finished loading when its time was up",
    causes: [
      "The module waits at its top level for a network, a lock or a prompt.",
      "It loads very much data each time.",
      "The machine is busy; a second attempt may do.",
    ],
    remedy:
      "Move what takes long into createState or the agent's function. Raise --load-timeout-ms where the time is really needed.",
    example: { file: "index.ts", timeoutMs: 10_000 },
  },
  verifier_timeout: {
    meaning: "A verifier had not finished when its time was up, so there is no verdict on the run",
    causes: [
      "A loop in the verifier does not end for the state that this run left.",
      "It compares very large states.",
    ],
    remedy:
      "The run itself is recorded and says nothing against the agent. Correct the verifier, or raise --verifier-timeout-ms, and grade again.",
    example: { verifierId: "VER-001", timeoutMs: 10_000 },
  },
  dependency_missing: {
    meaning: "A package or a program that this feature needs is not there",
    causes: [
      "It is optional and was never installed.",
      "The project's packages were not installed after a change.",
    ],
    remedy: "Install what the message names where the project's other packages are.",
    example: { dependency: "typescript", neededBy: "silo env validate" },
  },
  artifact_version_unsupported: {
    meaning: "A recorded file has a format that this version cannot read",
    causes: ["It was written by a newer Silo.", "The file was edited, and its version with it."],
    remedy: "Read it with the version that wrote it, or with a newer one. The file was not changed.",
    example: { file: "runs/run_1/run.json", found: 2, supported: 1 },
  },
  environment_load_failed: {
    meaning: "The environment's own code broke before it could offer anything",
    causes: ["A syntax error, or an import that cannot be resolved.", "Code at the top level throws."],
    remedy: "Run the command again with --verbose: its traceback shows the line in the environment.",
    example: { file: "index.ts", reason: 'Could not resolve "./tols/index.js"' },
  },
  environment_failed: {
    meaning: "The environment's own code broke or hung during a run, so there is no verdict on the run",
    causes: [
      "A tool threw something other than a tool error, or returned what its output schema refuses.",
      "A tool that is declared to read changed the state.",
      "createState threw, or a tool did not come back in time.",
    ],
    remedy:
      "The trace of the run holds the call and the stack. Correct the tool; the run says nothing against the agent.",
    example: { place: 'the tool "close_ticket"', reason: "TypeError: ticket is undefined" },
  },
  verifier_failed: {
    meaning:
      "A verifier broke, or gave something that is no list of checks, so there is no verdict on the run",
    causes: [
      "It reads something that this run did not leave, for instance an entity that the agent removed.",
      "It returns nothing, or only optional checks.",
    ],
    remedy:
      "Let the verifier answer with a failed check where something is missing. The run is recorded and can be graded again.",
    example: { verifierId: "VER-001", reason: "TypeError: ticket is undefined" },
  },
  storage_failed: {
    meaning: "A file could not be stored, for a reason other than rights",
    causes: ["The disk is full, or a quota is reached.", "The folder lies on a network drive that is gone."],
    remedy:
      "Make room or choose another folder. What was written before is whole: a file is either there or not.",
    example: { file: "runs/run_1/result.json", reason: "no space is left on the device" },
  },
  awaiting_input: {
    meaning: "The agent asked a question, and the run goes on when a person has answered it",
    causes: ["The agent called `ask`."],
    remedy:
      "Answer it; the recorded calls are repeated and the run continues from the question. Until then there is no verdict.",
    example: { runId: "run_20260101_120000_abcd", question: "Which of the two accounts is meant?" },
  },
  unexpected_error: {
    meaning: "Something broke for which there is no code: most likely a bug",
    causes: ["A case that nobody thought of.", "Code that was plugged in threw something of its own."],
    remedy: "Run the same command with --verbose, and report what it prints together with what was run.",
    example: { reason: "TypeError: cannot read properties of undefined" },
  },
  cancelled: {
    meaning: "The command was stopped from outside before it was done",
    causes: ["Someone pressed Ctrl-C.", "A supervisor ended the process."],
    remedy: "Run it again. What was finished before is kept.",
    example: { what: "The run" },
  },
} as const;
