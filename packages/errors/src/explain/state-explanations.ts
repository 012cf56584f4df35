/** The codes whose category is `state`. */
export const stateExplanations = {
  environment_not_found: {
    meaning: "The named environment is not in the project, or the project's folder is not there",
    causes: [
      "The command was started in another folder.",
      "The name is misspelled, or differs in capitals.",
      "The environment was never created, or was removed.",
    ],
    remedy: "List the environments of the project, or say with --cwd where the project is.",
    example: { environment: "dmeo", folder: "environments", found: "it holds demo" },
  },
  environment_already_exists: {
    meaning: "An environment is to be created under a name that is taken",
    causes: [
      "It was created before.",
      "The names differ only in capitals, which some file systems do not tell apart.",
    ],
    remedy:
      "Choose another name. Silo never writes over an environment; one that is to go has to be removed by its own command.",
    example: { environment: "demo", folder: "environments" },
  },
  data_not_found: {
    meaning: "The environment holds no dataset of that name",
    causes: ["The name is misspelled.", "The name of the file was given with its ending."],
    remedy: "Take one of the names that the message lists, or add the dataset first.",
    example: { name: "tickts", environment: "demo", available: "tickets, users" },
  },
  data_already_exists: {
    meaning: "A dataset is to be added under a name that is taken",
    causes: ["The dataset was added before.", "Two datasets were meant to have one name."],
    remedy: "Update the dataset where its content is to change; otherwise choose another name.",
    example: { file: "data/tickets.json", environment: "demo" },
  },
  task_not_found: {
    meaning: "The environment holds no task of that id",
    causes: ["The id is misspelled.", "The task's file was renamed or removed."],
    remedy: "Take one of the ids that the message lists.",
    example: { taskId: "TASK-9", environment: "demo", available: "TASK-001, TASK-002" },
  },
  task_already_exists: {
    meaning: "A task is to be added under an id that is taken",
    causes: ["The task was added before, for instance by a script that runs twice."],
    remedy:
      "Update the task, or choose another id. A script can treat this code as a sign that the work is done.",
    example: { taskId: "TASK-001", environment: "demo" },
  },
  tool_not_registered: {
    meaning: "The environment offers no tool of that name, although its file may exist",
    causes: [
      "The tool's file is there and its barrel does not list it; a file alone gives an agent nothing.",
      "The name of the file was given, and the tool has another.",
    ],
    remedy: "Add the tool to the array in tools/index.ts, or take one of the names that the message lists.",
    example: { tool: "close_tickt", environment: "demo", available: "close_ticket, list_tickets" },
  },
  tool_already_exists: {
    meaning: "A file for a new tool is to be written where there is one",
    causes: ["The tool was scaffolded before.", "Another tool's name leads to the same file."],
    remedy: "Edit the file that is there, or choose another name. Nothing was written.",
    example: { file: "tools/close-ticket.ts", environment: "demo" },
  },
  verifier_not_found: {
    meaning: "A task or a command names a verifier that the environment does not export",
    causes: [
      "The verifier's file is there and its barrel does not list it.",
      "The id in the task and the id in the verifier differ.",
    ],
    remedy: "Make the two ids the same, and see that the verifier stands in the array `verifiers`.",
    example: { verifierId: "VER-008", environment: "demo", available: "VER-001, VER-007" },
  },
  verifier_already_exists: {
    meaning: "A file for a new verifier is to be written where there is one",
    causes: ["The verifier was scaffolded before."],
    remedy: "Edit the file that is there, or choose another id. Nothing was written.",
    example: { file: "verifiers/VER-007.ts", environment: "demo" },
  },
  registry_not_found: {
    meaning: "A new entry is to be registered, and its barrel holds no array for it",
    causes: [
      "The array was renamed, or is built by code instead of being written out.",
      "The barrel holds several arrays, and none is exported under the expected name.",
    ],
    remedy:
      "Write the array out and export it, or register the entry by hand: the new file itself is complete.",
    example: { file: "tools/index.ts", environment: "demo", identifier: "closeTicket" },
  },
  already_registered: {
    meaning: "The barrel lists that identifier already",
    causes: ["The entry was registered by hand before its file was scaffolded."],
    remedy:
      "Nothing is left to be done where both mean the same thing; otherwise give the new one another name.",
    example: { identifier: "closeTicket", file: "tools/index.ts", environment: "demo" },
  },
  state_type_not_found: {
    meaning: "Code is to be generated for the state of a world, and the type of that state is unknown",
    causes: [
      "The module of the state exports no type, or several without one named State.",
      "The state is only inferred from createState.",
    ],
    remedy: "Export the type under the name State, or say with --state which one is meant.",
    example: { file: "state.ts", environment: "demo" },
  },
  agent_not_found: {
    meaning: "The file that was named as the agent does not exist",
    causes: ["The path is misspelled.", "The path was meant from another folder."],
    remedy: "Paths given with --agent begin at the project's folder; check from there.",
    example: { file: "agents/mine.ts" },
  },
  run_not_found: {
    meaning: "No run of that id is recorded",
    causes: [
      "The id is incomplete or misspelled.",
      "The run's folder was moved or removed.",
      "It was run in another project.",
    ],
    remedy: "List the runs, and copy the id from there.",
    example: { runId: "run_20260101_120000_abcd", folder: "runs" },
  },
  code_not_found: {
    meaning: "An explanation was asked for, and no error has that code",
    causes: ["The code is misspelled.", "The code belongs to another version, or to another tool."],
    remedy: "Take one of the nearest codes that the message names, or list all of them.",
    example: { code: "task_notfound", nearest: "task_not_found" },
  },
} as const;
