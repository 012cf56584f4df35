import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const readme = readFileSync(join(repository, "README.md"), "utf8");
const world = join(mkdtempSync(join(tmpdir(), "silo-readme-")), "my-world");

afterAll(() => rmSync(join(world, ".."), { recursive: true, force: true }));

interface Block {
  /** The comment before the block: `file: NAME` for a file to save, `output` for what the last command prints. */
  mark: string | undefined;
  language: string;
  text: string;
}

const blocks: Block[] = [...readme.matchAll(/(?:<!-- ([^>]+?) -->\n\n)?```(\w+)\n([\s\S]*?)```/g)].map(
  ([, mark, language = "", text = ""]) => ({ mark, language, text }),
);

function environment(): NodeJS.ProcessEnv {
  // npm tells its scripts where they are; what runs here is a command line of its own, for a person.
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|INIT_CWD|NODE_PATH|NODE_ENV|VITEST)/i.test(name),
  );
  return { ...Object.fromEntries(kept), SILO_OUTPUT: "text", CI: "true" };
}

function runLine(line: string, cwd: string): { exitCode: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", line], {
    cwd,
    env: environment(),
    encoding: "utf8",
  });
  return { exitCode: status, output: `${stdout}${stderr}` };
}

describe("the README", () => {
  it("shows only kinds of blocks that this test knows", () => {
    const kinds = blocks.map(({ mark, language }) =>
      language === "ts" ? `${mark}` : language === "text" ? `${mark}` : language,
    );
    expect(new Set(kinds)).toEqual(new Set(["undefined", "sh", "file: agent.ts", "output"]));
  });

  it("can be followed word for word, to a run that passes", () => {
    let cwd = repository;
    let printed = "";
    for (const { mark, language, text } of blocks) {
      if (language === "sh") {
        for (const line of text.trim().split("\n")) {
          if (line === "npm test" || line === "npm run demo") continue;
          const [command, folder] = line.split(" ");
          if (command === "cd") {
            expect(folder).toBe("../my-world");
            cwd = world;
            continue;
          }
          const { exitCode, output } = runLine(line.replace("../my-world", world), cwd);
          expect(exitCode, `${line}\n${output}`).toBe(0);
          printed = output;
        }
      } else if (mark?.startsWith("file: ")) {
        writeFileSync(join(world, mark.slice("file: ".length)), text);
      } else if (mark === "output") {
        expect(printed).toContain(text);
      }
    }
    expect(cwd).toBe(world);
  });

  it("leads to a project whose environment type-checks as generated, in the editor's configuration", () => {
    expect(runLine("npx silo init sales --template crm", world).exitCode).toBe(0);
    const tsc = join(repository, "node_modules/typescript/bin/tsc");
    const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", ".silo/tsconfig.json"], {
      cwd: world,
      encoding: "utf8",
    });
    expect(stdout).toBe("");
    expect(status).toBe(0);
  });

  it("names a demonstration that works, exits 0 and leaves the checkout as it was", () => {
    const status = (): string =>
      execFileSync("git", ["status", "--porcelain"], { cwd: repository, encoding: "utf8" });
    const before = status();
    const { exitCode, output } = runLine("npm run demo", repository);
    expect(exitCode, output).toBe(0);
    expect(output).toMatch(/careful.*TASK-004.*passed/);
    expect(output).toMatch(/clumsy.*TASK-004.*failed/);
    expect(output).toMatch(/none.*TASK-001.*failed/);
    expect(output.trimEnd().split("\n").at(-1)).toContain("README.md");
    expect(status()).toBe(before);
  });
});
