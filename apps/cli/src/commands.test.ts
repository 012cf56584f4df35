import { describe, expect, it } from "vitest";
import { commonOptions } from "./command.js";
import { commands } from "./commands.js";
import { environmentOption } from "./environment-option.js";
import { parseArguments } from "./parse-arguments.js";

async function helpOf(words: string[]): Promise<string> {
  const parsed = await parseArguments([...words, "--help"], commands);
  if (!("help" in parsed)) throw new Error("There is no help.");
  return parsed.help;
}

describe("the help of every command", () => {
  it.each(commands.map((command) => [command.name, command] as const))("%s", async (name, command) => {
    const help = await helpOf(name.split(" "));
    expect(help).toContain(`silo ${name}`);
    expect(help.replaceAll(/\s+/g, " ")).toContain(command.summary);
    expect(command.examples.length).toBeGreaterThan(0);
    expect(help).toContain("Examples:");
    for (const [option, { isHidden = false }] of Object.entries({ ...commonOptions, ...command.options }))
      expect(new RegExp(`--${option}\\b`).test(help), option).toBe(!isHidden);
  });

  it("is listed by the help of silo itself, by its group where it has one", async () => {
    const help = await helpOf([]);
    for (const { name } of commands) expect(help).toContain(`silo ${name.split(" ")[0]}`);
  });

  it("gives examples of command lines that can be read", async () => {
    for (const { name, examples } of commands) {
      for (const [line] of examples) {
        const words = [...line.replace(/ > .*$/, "").matchAll(/"([^"]*)"|(\S+)/g)];
        const argv = words
          .map(([, quoted, word]) => quoted ?? word ?? "")
          .map((word) => word.replaceAll("'", ""));
        const parsed = await parseArguments(argv, commands);
        expect("command" in parsed && parsed.command.name, line).toBe(name);
      }
    }
  });
});

it("commands about one environment choose it in one way", () => {
  // These look at runs of all environments, or take one away, for which it has to be named.
  const others = ["runs list", "errors", "env remove"];
  for (const { name, options } of commands)
    if (options["env"] !== undefined && !others.includes(name))
      expect(options["env"], name).toBe(environmentOption.env);
});
