import { relative } from "node:path";
import type { CommandDefinition } from "../command.js";

/** `silo init NAME` (contract S2, S6). */
export const init: CommandDefinition = {
  name: "init",
  summary: "Create an environment from a template",
  positionals: { name: { describe: "What to call the environment", required: true } },
  options: {
    template: { type: "string", describe: "blank or crm; blank where it is left out" },
    tools: { type: "list", describe: "Tool packs, separated by commas; they are recorded in the manifest" },
  },
  examples: [
    ["init demo --template crm", "A simulated CRM, with tasks to solve"],
    ["init shop", "The smallest world, to make your own"],
  ],
  async run(args, { cwd }) {
    const [{ Silo }, { isInstalled }] = await Promise.all([
      import("@silo/scaffold"),
      import("@silo/runtime"),
    ]);
    const environment = Silo.open({ cwd }).environments.create({
      name: String(args["name"]),
      template: args["template"] as string | undefined,
      tools: args["tools"] as string[] | undefined,
    });
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
      result: { environment: name, folder: environment.folder, template, templateVersion, tasks, next },
      text: [
        `Created environment "${name}" from template ${template} in ${relative(cwd, environment.folder)}`,
        "Next:",
        ...next.map((line) => `  ${line}`),
      ].join("\n"),
    };
  },
};
