/** The codes whose category is `input`. */
export const inputExplanations = {
  usage_error: {
    meaning:
      "What was asked for on the command line, or through the SDK's options, is not something Silo understands",
    causes: [
      "A command or an option is misspelled; the message names the nearest one.",
      "An option that takes one value was given twice, or one that takes a number was given a word.",
      "Two options exclude each other.",
    ],
    remedy:
      "Ask the command for its help. Nothing was started and nothing was changed, so the corrected line can simply be run again.",
    example: { problem: 'There is no command "rnu"; did you mean "run"?' },
  },
  invalid_json: {
    meaning: "A text that has to be JSON cannot be parsed, or is not the JSON that belongs there",
    causes: [
      "A comma stands after the last member, or quotation marks are missing around a name.",
      "The file holds comments; these files are plain JSON.",
      "A shell removed the quotation marks of a value given on the command line.",
      "A file of a recorded run was changed by hand: it can be parsed, but lacks what a record has.",
    ],
    remedy:
      "Go to the line and column that the message names; the mistake is there or just before. On a command line, put the whole value in single quotation marks.",
    example: {
      file: "data/tickets.json",
      reason: "expected a value and found ]",
      line: 14,
      column: 3,
    },
  },
  value_not_json: {
    meaning: "A value is to be stored or handed over, and JSON has no form for it",
    causes: [
      "A number is NaN or infinite, often from a division or from parsing a text.",
      "The value holds a function, a BigInt, a symbol or itself.",
    ],
    remedy:
      "The message names the place. Store what the value stands for instead: a text for a BigInt, null for a number that is unknown, an id in place of an object that refers back.",
    example: { path: "tickets.0.cost", subject: "the initial state", reason: "it is NaN" },
  },
  task_invalid: {
    meaning: "A task lacks something that every task needs, or holds a value that is not accepted",
    causes: [
      "The file was written by hand, and a field was forgotten or misspelled.",
      "The id in the file and the name of the file differ.",
    ],
    remedy: "Correct the fields that the message names; it names all of them at once.",
    example: { file: "tasks/TASK-001.json", problems: '"instruction" is required.' },
  },
  tool_invalid: {
    meaning: "A tool is declared in a way that can never work",
    causes: [
      "The name or the description is empty. A model decides by the description whether to call the tool.",
      "The input schema is not valid JSON Schema, or refers to something that is not in it.",
      "The version is not a semantic one, such as 1.0.0.",
      "Two tools of one environment have the same name.",
    ],
    remedy: "Correct the declaration. All faults of the tool are listed, so one pass is enough.",
    example: { tool: "close_ticket", problems: '"description" must be a text that is not empty' },
  },
  verifier_invalid: {
    meaning: "A verifier is declared in a way that can never grade a run",
    causes: [
      "It has no id or names no task.",
      "It has no function that makes the checks.",
      "Two verifiers of one environment have the same id.",
    ],
    remedy: "Correct the declaration at the call of defineVerifier.",
    example: { verifierId: "VER-001", problems: '"verify" must be a function' },
  },
  template_not_found: {
    meaning: "An environment was to be made from a template that does not exist",
    causes: ["The name is misspelled.", "The template belongs to another version of Silo."],
    remedy: "Take one of the names that the message lists. Nothing was created.",
    example: { template: "crn", available: "blank, crm" },
  },
  unsafe_name: {
    meaning: "A name cannot be used, because names become file paths and generated code",
    causes: [
      "The name leads out of its folder, for instance with `..` or a slash.",
      "It cannot stand in TypeScript code where it would be put.",
      "It is reserved on some operating system.",
    ],
    remedy:
      "Choose a name of letters, digits, hyphens and underscores that begins with a letter or a digit. The check is the same on every system, so that a project can move.",
    example: { name: '"../secrets"', kind: "a dataset", reason: "it leads out of its folder" },
  },
  entrypoint_outside_environment: {
    meaning: "The manifest names an entrypoint that does not lie in the environment's own folder",
    causes: [
      "The path begins with `..` or is absolute.",
      "A symbolic link in the environment leads elsewhere.",
    ],
    remedy:
      "Keep the entrypoint inside. What several environments have in common belongs into a package or a module that the entrypoint imports.",
    example: { entrypoint: "../shared/index.ts", environment: "demo", folder: "environments/demo" },
  },
  runtime_contract_invalid: {
    meaning: "The entrypoint was loaded, but does not offer the three things that make an environment",
    causes: [
      "One of createState, bindTools and verifiers is missing, misspelled or not exported.",
      'The project has no `"type": "module"`, so the file was loaded as CommonJS and its exports lie under `default`.',
      "An export is there and is of another kind, such as a promise in place of a function.",
    ],
    remedy:
      "Compare the names that the message found with the three that are needed. Where they lie under `default`, set the type of the project to module, or export by name.",
    example: { file: "index.ts", problems: "bindTools is missing; found: createState, verifiers, bindTool" },
  },
  agent_invalid: {
    meaning: "The agent's file holds no agent, or breaks before the agent is called",
    causes: [
      "The default export is missing or is no function.",
      "The file throws at its top level, for instance because a key is not set in the surroundings.",
      "It imports a package that is not installed.",
    ],
    remedy:
      "Run the file by itself to see whether it loads. Move what can fail into the agent's function, so that its failure becomes part of a run.",
    example: { file: "agents/mine.ts", reason: "its default export is an object, not a function" },
  },
} as const;
