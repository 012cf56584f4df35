import { alignTexts } from "../align-columns.js";
import type { CommandDefinition } from "../command.js";
import { count } from "../count.js";
import { environmentOption, openEnvironment } from "../environment-option.js";

/** `silo env show`: what an environment is made of. */
export const envShow: CommandDefinition = {
  name: "env show",
  summary: "Show an environment: its manifest, data, tasks, tools and verifiers",
  options: environmentOption,
  examples: [["env show --env demo", "What demo is made of"]],
  async run(args, context) {
    const environment = await openEnvironment(args, context);
    const [tools, verifiers] = await Promise.all([environment.tools.list(), environment.verifiers.list()]);
    const tasks = environment.tasks.list();
    const data = environment.data.list();
    const manifest = environment.manifest();
    const grants = manifest.grants ?? [];
    const lines = [
      `${environment.name}  ${environment.folder}`,
      `  template ${manifest.template} ${manifest.templateVersion}, entrypoint ${manifest.entrypoint}${grants.length > 0 ? `, grants ${grants.join(", ")}` : ""}`,
      `  ${count(data.length, "dataset")}: ${data.join(", ")}`,
      `  ${count(tasks.length, "task")}`,
      ...indented(tasks.map(({ id, title, difficulty = "" }) => [id, difficulty, title])),
      `  ${count(tools.length, "tool")}`,
      ...indented(tools.map(({ name, effect, description }) => [name, effect, firstLine(description)])),
      `  ${count(verifiers.length, "verifier")}`,
      ...indented(verifiers.map(({ id, taskId, name }) => [id, taskId, name])),
    ];
    const result = {
      name: environment.name,
      folder: environment.folder,
      manifest,
      data,
      tasks,
      tools,
      verifiers,
    };
    return { result, text: lines.join("\n") };
  },
};

function indented(rows: readonly string[][]): string[] {
  return alignTexts(rows).map((line) => `    ${line}`);
}

function firstLine(text: string): string {
  const [line = ""] = text.split("\n", 1);
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
