import { siloError } from "@silo/errors";
import type { CommandDefinition } from "../command.js";
import { completionScript, completionShells } from "../completion-script.js";

/**
 * `silo completion SHELL` (contract C6), for `commands`, of which it is one itself. `--complete` is what its scripts ask
 * with; see `completion-script.ts`.
 */
export const completionOf = (commands: () => readonly CommandDefinition[]): CommandDefinition => ({
  name: "completion",
  summary: "Print the script with which a shell completes commands, options and names",
  positionals: { shell: { describe: completionShells.join(", "), required: false } },
  options: {
    complete: {
      type: "string",
      describe: "For the scripts: the words up to the cursor, a word a line, and a dot",
      isHidden: true,
    },
  },
  isText: true,
  examples: [
    ["completion bash", 'For ~/.bashrc: eval "$(silo completion bash)"'],
    ["completion zsh", 'For ~/.zshrc: eval "$(silo completion zsh)"'],
    ["completion fish", "For ~/.config/fish/completions/silo.fish"],
  ],
  async run(args, { cwd }) {
    const words = args["complete"] as string | undefined;
    if (words !== undefined) return complete(words, { cwd, commands: commands() });
    const shell = completionShells.find((known) => known === args["shell"]);
    if (shell === undefined) {
      const given = args["shell"] === undefined ? "" : `, received "${String(args["shell"])}"`;
      const problem = `"silo completion" needs one of ${completionShells.join(", ")}${given}.`;
      throw siloError("usage_error", { problem });
    }
    const script = completionScript(shell);
    return { result: { shell, script }, text: script };
  },
});

async function complete(
  text: string,
  { cwd, commands }: { cwd: string; commands: readonly CommandDefinition[] },
): Promise<{ result: unknown; text: string }> {
  const [{ completionCandidates }, { namesIn }] = await Promise.all([
    import("../completion-candidates.js"),
    import("../completion-names.js"),
  ]);
  const words = text.split("\n").slice(1, -1);
  const candidates = await completionCandidates(words, { commands, findNames: namesIn(cwd) });
  const lines = candidates.map(({ word, describe }) => `${word}\t${describe}`);
  return { result: { candidates }, text: lines.join("\n") };
}
