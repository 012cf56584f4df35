/**
 * `.silo/AGENTS.md`: what a coding agent has to know before it changes an environment. It is written once, with the first
 * environment of a project, and is the author's from then on (contract S2).
 */
export const agentsGuide = `# Working on the environments in this folder

Each folder in \`environments/\` is a simulated world in which AI agents are run and graded. The command is \`silo\`; with
\`npx silo\` it is the one that the project has installed. \`silo docs\` prints the guide to authoring, and
\`silo COMMAND --help\` the options of a command with examples.

Add \`--json\` to read what a command gives: one envelope on one line, \`{ "ok": true, "result": … }\` or
\`{ "ok": false, "error": { "code", "message", "suggestion" } }\`. \`--schema\` prints the JSON Schema of a command's result, as in
\`silo env list --schema\`, and without a command that of the envelope. \`silo explain CODE\` says what an error's code means, and
\`silo docs findings\` what the findings of \`validate\` and \`check\` mean.

## Order of work

Each step builds on those before it. Where there is a command for a step, use it; the rest are files that you edit.

| step         | what you do                                                                  | where                             |
| ------------ | ---------------------------------------------------------------------------- | --------------------------------- |
| environment  | \`silo init NAME --template blank\`                                            | \`environments/NAME/\`              |
| 1. data      | \`silo data add NAME --file FILE --env ENV\`                                   | \`data/NAME.json\`                  |
| 2. state     | edit: the type \`State\`, and \`createState\`, which makes a fresh world of data | \`state.ts\`, \`environment.ts\`      |
| 3. tools     | \`silo tool add NAME --description TEXT --env ENV\`, then implement            | \`tools/*.ts\`, \`tools/index.ts\`    |
| 4. task      | \`silo task add --id ID --title TEXT --instruction TEXT --verifier ID --env ENV\` | \`tasks/ID.json\`                |
| 5. verifier  | \`silo verifier add ID --task ID --env ENV\`, then implement                   | \`verifiers/*.ts\`, \`…/index.ts\`    |
| 6. solution  | edit: \`{ "calls": [{ "tool", "input" }], "answer": "" }\`                      | \`solutions/ID.json\`               |
| 7. validate  | \`silo env validate --env ENV\`: mend every finding                            |                                   |
| 8. check     | \`silo check --env ENV\`: mend every finding                                   |                                   |
| 9. run       | \`silo run --env ENV --task ID --agent FILE\`                                  | \`runs/\`                           |

To look at what is there: \`silo env list\`, \`silo env show\`, and \`list\` and \`show\` of \`data\`, \`task\`, \`tool\`, \`verifier\` and
\`runs\`.

## Rules

- A tool or a verifier counts only once it stands in the \`index.ts\` of its folder; \`tool add\` and \`verifier add\` enter it there.
- A world is made of the data alone: no clock, no randomness, no network, no environment variables.
- An agent gets the task's \`instruction\` and the tools, and nothing else. It never sees \`solutions/\` or \`entities\`.
- A tool refuses with \`throw toolError(code, message)\`. An agent reads the message: say what was wrong, and what would be right.
- A verifier grades the world that the run left. Doing nothing must fail, and so must doing more than was asked.
- Do not change a verifier or a task to let one agent's run pass; let \`silo check\` show what is wrong.
- \`runs/\` and \`cache/\` are made by the command. Leave them alone.
`;
