import { relative } from "node:path";
import { siloError } from "@silo/errors";
import type { CreateEnvironmentOptions, ProjectEnvironment, Silo } from "@silo/scaffold";
import { alignTexts } from "../align-columns.js";
import { canAsk } from "../can-ask.js";
import type { Arguments, CommandDefinition, CommandOutcome } from "../command.js";

/** Where `init` leaves what a coding agent has to know, and the line that leads there. */
const agentsGuide = ".silo/AGENTS.md";
const agentsLine = `The simulated worlds of this project are in .silo; read ${agentsGuide} before you change them.`;

/** `silo init [NAME]` (contract S2, S6): without a name it asks, on a terminal and never in CI (C5). */
export const init: CommandDefinition = {
  name: "init",
  summary: "Create an environment from a template",
  positionals: {
    name: { describe: "What to call the environment; asked for on a terminal", required: false },
  },
  options: {
    template: { type: "string", describe: "blank or crm; default blank" },
    tools: { type: "list", describe: "Tool packs, separated by commas; they are recorded in the manifest" },
    "list-templates": { type: "boolean", describe: "List the templates, and create nothing" },
  },
  examples: [
    ["init", "Asks for the name, the template and the tool packs"],
    ["init demo --template crm", "A simulated CRM, with tasks to solve"],
    ["init shop", "The smallest world, to make your own"],
    ["init --list-templates", "Which templates there are"],
  ],
  async run(args, { cwd }) {
    if (args["list-templates"] === true) return listTemplates(args);
    const { Silo } = await import("@silo/scaffold");
    const silo = Silo.open({ cwd });
    return created(silo.environments.create(await answers(args, silo)), cwd);
  },
};

async function listTemplates(args: Arguments): Promise<CommandOutcome> {
  const alone = ["name", "template", "tools"].find((name) => args[name] !== undefined);
  if (alone !== undefined) {
    const problem = `--list-templates creates nothing, so it stands alone, without ${alone === "name" ? "NAME" : `--${alone}`}.`;
    throw siloError("usage_error", { problem });
  }
  const { templates } = await import("@silo/scaffold");
  const rows = Object.entries(templates).map(([name, description]) => ({ name, description }));
  const lines = alignTexts(rows.map(({ name, description }) => [name, description]));
  return { result: { templates: rows }, text: lines.join("\n") };
}

/** What was typed, or what the person answers. Throws `usage_error` where there is no name and nobody can be asked. */
async function answers(args: Arguments, silo: Silo): Promise<CreateEnvironmentOptions> {
  const given = {
    template: args["template"] as string | undefined,
    tools: args["tools"] as string[] | undefined,
  };
  const name = args["name"] as string | undefined;
  if (name !== undefined) return { name, ...given };
  if (!canAsk()) throw siloError("usage_error", { problem: '"silo init" needs NAME.' });
  const [{ templates }, { askForEnvironment }] = await Promise.all([
    import("@silo/scaffold"),
    import("../environment-wizard.js"),
  ]);
  return askForEnvironment({ ...given, templates, environments: silo.environments });
}

async function created(environment: ProjectEnvironment, cwd: string): Promise<CommandOutcome> {
  const { isInstalled } = await import("@silo/runtime");
  const { name, template, templateVersion } = environment.manifest();
  const tasks = environment.tasks.ids();
  // Without it the environment runs all the same, with the command's own; an editor finds its types only there.
  const install = isInstalled("@silo/runtime", cwd) ? [] : ["npm install --save-dev @silo/runtime"];
  const next = [
    ...install,
    `silo env validate --env ${name}`,
    ...tasks.slice(0, 1).map((task) => `silo run --env ${name} --task ${task} --agent ./agent.ts`),
  ];
  return {
    result: {
      environment: name,
      folder: environment.folder,
      template,
      templateVersion,
      tasks,
      next,
      agentsGuide,
      agentsLine,
    },
    text: [
      `Created environment "${name}" from template ${template} in ${relative(cwd, environment.folder)}`,
      "Next:",
      ...next.map((line) => `  ${line}`),
      "For a coding agent, a line for your own AGENTS.md:",
      `  ${agentsLine}`,
    ].join("\n"),
  };
}
