import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { catalogue } from "../src/catalogue.js";
import { exitCodes } from "../src/exit-codes.js";
import { siloErrorCodes } from "../src/silo-codes.js";

const packageFolder = new URL("../", import.meta.url);
const examples = ["greet.js", "ticket-tool.js"];

function run(
  example: string,
  ...args: string[]
): { status: number | null; lines: unknown[]; stderr: string } {
  const path = new URL(`examples/${example}`, packageFolder).pathname;
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], { encoding: "utf8" });
  return {
    status,
    lines: stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown),
    stderr,
  };
}

describe("the README", () => {
  it("shows the examples as they are", () => {
    const readme = readFileSync(new URL("README.md", packageFolder), "utf8");
    const blocks = Array.from(readme.matchAll(/```js\n([^]*?)```/g), (match) => match[1]);
    expect(blocks).toEqual(
      examples.map((name) => readFileSync(new URL(`examples/${name}`, packageFolder), "utf8")),
    );
  });

  it("shows what they print", () => {
    const readme = readFileSync(new URL("README.md", packageFolder), "utf8");
    for (const name of ["Alcie", "root"]) {
      const { status, stderr } = run("greet.js", name);
      expect(readme).toContain(`$ greet ${name}\n${stderr}$ echo $?\n${status}\n`);
    }
    for (const line of run("ticket-tool.js").lines) expect(readme).toContain(JSON.stringify(line));
  });
});

describe("a command line of somebody else", () => {
  it("ends with 0 and a result", () => {
    expect(run("greet.js", "Alice")).toMatchObject({
      status: 0,
      lines: [
        { ok: true, result: { greetings: ["Hello, Alice!"] }, meta: { tool: "greet", version: "1.0.0" } },
      ],
      stderr: "",
    });
  });

  it("ends with the code's exit code, an envelope for programs and a text for people", () => {
    expect(run("greet.js", "Alcie")).toMatchObject({
      status: 10,
      lines: [{ ok: false, error: { code: "person_not_found", details: { name: "Alcie", found: "Alice" } } }],
      stderr: 'error: person_not_found: There is no "Alcie" here.\ntry: Try Alice\n',
    });
    expect(run("greet.js")).toMatchObject({
      status: 2,
      lines: [{ ok: false, error: { code: "name_missing", category: "input" } }],
    });
  });

  it("ends with exit codes that no code of Silo has, through the classes", () => {
    const siloExitCodes = siloErrorCodes.map((code) => catalogue[code].exitCode);
    const denied = run("greet.js", "root");
    expect(denied).toMatchObject({
      status: exitCodes.auth,
      lines: [{ ok: false, error: { code: "not_root", category: "auth", is_retryable: false } }],
      stderr: "error: not_root: Only root may greet root.\ntry: Ask root to do it\n",
    });
    const limited = run("greet.js", "Alice", "Alice", "Alice", "Alice");
    expect(limited).toMatchObject({
      status: exitCodes.rate_limited,
      lines: [
        {
          ok: false,
          error: {
            code: "too_many_names",
            category: "runtime",
            is_retryable: true,
            exit_code: 20,
            details: { names: 4, max: 3 },
          },
        },
      ],
    });
    for (const { status } of [denied, limited]) expect(siloExitCodes).not.toContain(status);
  });
});

describe("a tool that an agent calls", () => {
  it("answers with values, and tells its author alone what broke", () => {
    const { status, lines, stderr } = run("ticket-tool.js");
    expect(status).toBe(0);
    expect(lines).toMatchObject([
      { output: { id: "T-1", assignee: "Kim" } },
      { output: { code: "invalid_state" }, isError: true },
      { output: { code: "internal_error" }, isError: true },
    ]);
    expect(stderr).toContain("TypeError");
    expect(JSON.stringify(lines)).not.toContain("TypeError");
  });
});
