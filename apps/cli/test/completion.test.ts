import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { envelopeOf, environment, main, makeDemo, makeProject, silo } from "./run-silo.js";

const isThere = (shell: string): boolean => spawnSync(shell, ["-c", "true"]).status === 0;

describe("silo completion", () => {
  it("prints a script of each shell as it is, and the envelope where it is asked for", async () => {
    const project = makeProject();
    for (const shell of ["bash", "zsh", "fish"]) {
      const { stdout, exitCode } = await silo(["completion", shell], { cwd: project });
      expect(exitCode).toBe(0);
      expect(stdout).toMatch(new RegExp(`^#.*\\n(.*\\n)*.*silo completion ${shell}`));
      const file = join(project, `completion.${shell}`);
      writeFileSync(file, stdout);
      if (isThere(shell)) execFileSync(shell, ["-n", file]);
    }
    const json = await silo(["completion", "bash", "--json"], { cwd: project });
    expect(envelopeOf(json)).toMatchObject({ ok: true, result: { shell: "bash" } });
  });

  it("names the shells that there are where another is meant", async () => {
    const ended = await silo(["completion", "tcsh"], { cwd: makeProject() });
    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toMatch(/^error: usage_error: .*bash, zsh, fish, received "tcsh"/);
  });

  it("completes in bash: commands, options, choices, names and files", async () => {
    const project = await makeDemo("blank", {
      "agent.mjs": "export default async () => ({ output: '' });\n",
    });
    const ran = await silo(["run", "--env", "demo", "--task", "TASK-001", "--agent", "agent.mjs"], {
      cwd: project,
    });
    const envelope = envelopeOf(ran);
    const { runId } = (envelope.ok ? envelope.result : {}) as { runId: string };
    const lines: [string[], string[]][] = [
      [["ru"], ["run", "runs"]],
      [
        ["env", ""],
        ["list", "show", "validate", "remove"],
      ],
      [["run", "--env", ""], ["demo"]],
      // bash splits at "=".
      [["run", "--env", "=", "d"], ["demo"]],
      [["run", "--env", "="], ["demo"]],
      [["run", "--env", "demo", "--task", ""], ["TASK-001"]],
      [["runs", "show", "run_"], [runId]],
      // For these bash completes files.
      [["run", "--agent", ""], []],
    ];
    const script = `
silo() { "${process.execPath}" "${main}" "$@"; }
eval "$(silo completion bash --no-json)"
complete -p silo
ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _silo_completion; echo "\${COMPREPLY[*]}"; }
${lines.map(([words]) => ["ask", "silo", ...words.map((word) => `"${word}"`)].join(" ")).join("\n")}
`;
    writeFileSync(join(project, "ask.sh"), script);
    const ended = spawnSync("bash", ["ask.sh"], {
      cwd: project,
      env: { ...environment(), SILO_OUTPUT: "json" },
      encoding: "utf8",
    });
    expect(ended.stderr).toBe("");
    const [registered, ...answers] = ended.stdout.trimEnd().split("\n");
    expect(registered).toBe("complete -o default -F _silo_completion silo");
    while (answers.length < lines.length) answers.push("");
    expect(answers).toEqual(lines.map(([, candidates]) => candidates.join(" ")));
  });

  /** Lines to complete, each with what is there when it is completed. */
  const completed: [string, string][] = [
    ["silo env val", "silo env validate "],
    ["silo run --env d", "silo run --env demo "],
    ["silo run --env=d", "silo run --env=demo "],
    ["silo runs show la", "silo runs show latest "],
    ["silo explain task_not", "silo explain task_not_found "],
    ["silo run --agent ag", "silo run --agent agent.mjs "],
  ];

  it("completes on the command line of zsh", async ({ skip }) => {
    if (spawnSync("zsh", ["-fc", "zmodload zsh/zpty"]).status !== 0) skip("zsh is not installed");
    const project = await makeDemo("blank", {
      "agent.mjs": "",
      "shell.zsh": `autoload -Uz compinit; compinit -u -D
silo() { "${process.execPath}" "${main}" "$@"; }
eval "$(silo completion zsh --no-json)"
keep() { print -r -- "$BUFFER" >> completed.txt; BUFFER=""; }
zle -N keep; bindkey '^G' keep
`,
      // Types each line with a tab into a shell at a terminal, and keeps what then stands there.
      "type.zsh": `zmodload zsh/zpty
zpty shell 'zsh -f -i'
zpty -w shell 'source ./shell.zsh'
for line in ${completed.map(([line]) => `'${line}'`).join(" ")}; do zpty -w -n shell "$line"$'\\t\\a'; done
zpty -w shell 'exit'
while zpty -r shell out; do :; done
`,
    });
    spawnSync("zsh", ["-f", "type.zsh"], { cwd: project, env: environment(), timeout: 120_000 });
    const lines = readFileSync(join(project, "completed.txt"), "utf8").trimEnd().split("\n");
    expect(lines.map((line) => line.trimEnd())).toEqual(completed.map(([, whole]) => whole.trimEnd()));
  });

  it("completes in fish", async ({ skip }) => {
    if (!isThere("fish")) skip("fish is not installed");
    const project = await makeDemo("blank", {
      "agent.mjs": "",
      "ask.fish": `function silo; "${process.execPath}" "${main}" $argv; end
silo completion fish --no-json | source
for line in ${completed.map(([line]) => `'${line}'`).join(" ")}; complete -C $line | cut -f1; end
`,
    });
    const ended = spawnSync("fish", ["--no-config", "ask.fish"], {
      cwd: project,
      env: environment(),
      encoding: "utf8",
    });
    expect(ended.stderr).toBe("");
    // fish says what comes in the place of the last word.
    const words = completed.map(([, whole]) => whole.trimEnd().split(" ").at(-1));
    expect(ended.stdout.trimEnd().split("\n")).toEqual(words);
  });

  it("is quiet where the project cannot be read", async () => {
    const words = "silo\nrun\n--env\n\n.";
    const ended = await silo(["completion", `--complete=${words}`, "--cwd", "nowhere"], {
      cwd: makeProject(),
    });
    expect(ended).toMatchObject({ exitCode: 0, stdout: "", stderr: "" });
  });
});

describe("silo docs", () => {
  it("prints the guide to authoring, or the page that is named", async () => {
    const project = makeProject();
    const authoring = await silo(["docs"], { cwd: project });
    expect(authoring.stdout).toMatch(/^# Making a world, step by step\n/);
    const { stdout } = await silo(["docs", "findings"], { cwd: project });
    expect(stdout).toMatch(/^# Findings\n/);
    const json = envelopeOf(await silo(["docs", "findings", "--json"], { cwd: project }));
    expect(json).toMatchObject({ result: { topic: "findings", title: "Findings", text: stdout } });
  });

  it("lists the pages, and comes closest to one that is not there", async () => {
    const project = makeProject();
    const json = envelopeOf(await silo(["docs", "--list", "--json"], { cwd: project }));
    const { pages } = (json.ok ? json.result : {}) as { pages: { topic: string; title: string }[] };
    const topics = pages.map(({ topic }) => topic);
    expect(topics).toEqual(
      expect.arrayContaining(["authoring", "findings", "proof", "running", "runs", "verifiers"]),
    );
    expect(pages.every(({ title }) => title !== "")).toBe(true);
    const ended = await silo(["docs", "prof"], { cwd: project });
    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toContain('There is no page "prof" (did you mean proof?)');
  });
});
