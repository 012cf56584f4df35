import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { environment, main } from "./run-silo.js";

/** A block of code of a page. */
export interface Block {
  /** `file: PATH` for a file to save, `output` for what the command before it prints, `exits: CODE` for commands that do. */
  mark: string;
  language: string;
  text: string;
}

export function blocksOf(page: string): Block[] {
  return [...page.matchAll(/(?:<!-- ([^>]+?) -->\n\n)?```(\w+)\n([\s\S]*?)```/g)].map(
    ([, mark = "", language = "", text = ""]) => ({ mark, language, text }),
  );
}

/** One line as a shell runs it, with the built command in the place of `npx silo`. */
export function shell(
  line: string,
  cwd: string,
): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const command = line.replace(/^npx silo /, `"${process.execPath}" "${main}" `);
  const env = { ...environment(), SILO_OUTPUT: "text" };
  return new Promise((resolve) =>
    execFile("sh", ["-c", command], { cwd, env }, (error, stdout, stderr) =>
      resolve({ exitCode: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    ),
  );
}

export interface FollowOptions {
  /** Where the commands are run. */
  project: string;
  /** What the paths of files count from; the project where nothing says. */
  root?: string;
}

/** Follows a page word for word: saves its files, runs its commands, and compares what they print with what it shows. */
export async function followBlocks(
  blocks: readonly Block[],
  { project, root = project }: FollowOptions,
): Promise<void> {
  let printed = "";
  for (const { mark, language, text } of blocks) {
    if (mark.startsWith("file: ")) {
      const path = join(root, mark.slice("file: ".length));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    } else if (mark === "output") expect(printed).toContain(text);
    else {
      expect(language, text).toBe("sh");
      const [, code = "0"] = /^exits: (\d+)$/.exec(mark) ?? [];
      for (const line of text.trim().split("\n")) {
        const ended = await shell(line, project);
        expect(ended.exitCode, `${line}\n${ended.stdout}${ended.stderr}`).toBe(Number(code));
        printed = ended.stdout;
      }
    }
  }
}
