import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isSiloError } from "@silo/errors";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Silo } from "../src/silo.js";
import type { ProjectEnvironment } from "../src/project-environment.js";
import { treeOf } from "./environment-project.js";

const main = fileURLToPath(new URL("../../../apps/cli/dist/main.js", import.meta.url));

/** What a name can be: of an environment, a dataset or a task; of a tool; of a verifier; of a type. */
type Use = "path" | "tool" | "verifier" | "type";

const table: { uses: Use[]; names: string[] }[] = [
  {
    uses: [],
    names: [
      ...[
        "",
        " ",
        ".",
        "..",
        "...",
        "../x",
        "..\\x",
        "../../x",
        "a/b",
        "a\\b",
        "a/",
        "/",
        "\\",
        "./a",
        "a/../b",
      ],
      ...["/etc/passwd", "\\\\server\\share", "C:", "C:\\x", "C:x", "c:/x", "file:///x", "~", "~/x", "a:b"],
      ...[
        "a::$DATA",
        "-",
        "-rf",
        "--help",
        ".hidden",
        ".git",
        ".env",
        " a",
        "a ",
        "a.",
        "a. ",
        "a..b",
        "..a",
      ],
      ...[
        "a b",
        "a\tb",
        "a\nb",
        "a\r\nb",
        "\n",
        "a\n",
        "\na",
        "a\0b",
        "\0",
        "a\0.json",
        "\u001b[31mred",
        "a\u007f",
      ],
      ...["a\u0085b", "a\u2028b", "a\u2029b", "a\u202eb", "\u200ea", "a\u2066b\u2069", "\u061ca", "a\u200bb"],
      ...[
        "\ufeffa",
        "a\u00adb",
        "\u2060a",
        "\ud800",
        "a\udfff",
        "😀",
        '"',
        "'",
        "`",
        'a"b',
        "a'b",
        "a`${x}`",
      ],
      ...[
        "${x}",
        "a;b",
        "a'); drop",
        "*/",
        "/*",
        "//",
        "<script>",
        "a&b",
        "a|b",
        "a>b",
        "a*b",
        "a?b",
        "%2e%2e",
      ],
      ...["a%00b", "$(x)", "#", "@scope/x", "a=b", "a,b", "[a]", "{a}", "(a)", "a+b", "!", "\\u0041", "a€"],
      ...["a".repeat(65), "a".repeat(300), "../".repeat(100), "a-".repeat(40)],
    ],
  },
  // Letters that look like others, of other scripts, composed and decomposed: fit for types only.
  {
    uses: ["type"],
    names: [
      "d\u0435mo",
      "\u0430dmin",
      "ｄｅｍｏ",
      "caf\u00e9",
      "cafe\u0301",
      "日本",
      "Ω",
      "ſ",
      "ı",
      "_",
      "__proto__",
    ],
  },
  {
    uses: ["type"],
    names: ["_private", "$", "$x", "con", "CON", "Aux", "prn", "nul", "NUL", "com1", "COM9", "LPT1"],
  },
  { uses: ["type"], names: ["node_modules", "Node_Modules"] },
  { uses: ["tool"], names: ["read.todos", "a.b.c", "con.txt", "mcp.server-1.get_it"] },
  { uses: ["path", "type"], names: ["index", "INDEX"] },
  {
    uses: ["path", "tool", "verifier"],
    names: [
      ...[
        "class",
        "delete",
        "new",
        "import",
        "await",
        "yield",
        "let",
        "enum",
        "default",
        "function",
        "null",
        "true",
      ],
      ...[
        "undefined",
        "eval",
        "arguments",
        "this",
        "typeof",
        "var",
        "with",
        "static",
        "implements",
        "package",
      ],
      ...[
        "interface",
        "globalThis",
        "require",
        "exports",
        "module",
        "0",
        "007",
        "3d_render",
        "a-b",
        "com10-x",
      ],
      ...["string", "any", "unknown"],
    ],
  },
  {
    uses: ["path", "tool", "verifier", "type"],
    names: [
      ...[
        "constructor",
        "toString",
        "hasOwnProperty",
        "valueOf",
        "prototype",
        "then",
        "async",
        "of",
        "from",
        "as",
      ],
      ...[
        "get",
        "set",
        "satisfies",
        "NaN",
        "Infinity",
        "Promise",
        "Object",
        "define_tool",
        "toolError",
        "s",
        "tools",
      ],
      ...[
        "check",
        "verifiers",
        "a".repeat(64),
        "x_".repeat(8),
        "toolsFor",
        "defineVerifier",
        "Tool",
        "SiloVerifier",
      ],
    ],
  },
];

const rows = table.flatMap(({ uses, names }) => names.map((name) => ({ name, uses })));

let root: string;
let demo: ProjectEnvironment;
let silo: Silo;
beforeAll(() => {
  root = mkdtempSync(join(realpathSync(tmpdir()), "silo-names-"));
  const cwd = join(root, "deep/er/project");
  mkdirSync(cwd, { recursive: true });
  silo = Silo.open({ cwd });
  demo = silo.environments.create({ name: "demo" });
});
afterAll(() => rmSync(root, { recursive: true }));

const task = (id: string) => ({ id, title: "T", instruction: "I", verifierId: "V" });

interface Place {
  place: string;
  use: Use | "none";
  /** The folder in which it makes something, relative to the project. */
  folder: string;
  make: (name: string) => unknown;
  /** Where the name is safe, and nevertheless not to be had. */
  otherwise?: string;
}

const environment = ".silo/environments/demo";
const places: Place[] = [
  { place: "a dataset", use: "path", folder: `${environment}/data`, make: (name) => demo.data.add(name, 1) },
  {
    place: "a task",
    use: "path",
    folder: `${environment}/tasks`,
    make: (name) => demo.tasks.add(task(name)),
  },
  { place: "a tool", use: "tool", folder: `${environment}/tools`, make: (name) => demo.tools.add(name) },
  {
    place: "a verifier",
    use: "verifier",
    folder: `${environment}/verifiers`,
    make: (name) => demo.verifiers.add(name, { task: "TASK-001" }),
  },
  {
    place: "a state type",
    use: "type",
    folder: `${environment}/tools`,
    make: (state) => demo.tools.add("unused", { state }),
    otherwise: "state_type_not_found",
  },
  {
    place: "an environment",
    use: "path",
    folder: ".silo/environments",
    make: (name) => silo.environments.create({ name }),
  },
  {
    place: "a template",
    use: "none",
    folder: ".silo/environments",
    make: (template) => silo.environments.create({ name: "unused", template }),
  },
];

/** What a message says of names. */
const allowed = /only letters|empty|characters|separator|reserved|file that lists|word of/;

const disguising = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\u200b-\u200f\ufeff]/;

describe("a hostile name", () => {
  it("comes from a table of many", () => {
    expect(rows.length).toBeGreaterThanOrEqual(120);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  });

  it.each(places)(
    "of $place is accepted safely, or unsafe_name",
    async ({ use, folder, make, otherwise }) => {
      const before = new Set(treeOf(root));
      const made: string[] = [];
      for (const { name, uses } of rows) {
        let code = "made";
        let message = "";
        try {
          await make(name);
          made.push(name);
        } catch (error) {
          code = isSiloError(error) ? error.code : String(error);
          message = (error as Error).message;
        }
        const told = `${JSON.stringify(name)}: ${code}`;
        if (use === "none") expect(code, told).toBe("template_not_found");
        else if (!uses.includes(use)) expect(code, told).toBe("unsafe_name");
        else if (otherwise !== undefined) expect(code, told).toBe(otherwise);
        // The table has twins by case.
        else if (code !== "made") expect(code, told).toMatch(/_already_exists$/);
        if (code === "unsafe_name") expect(message, told).toMatch(allowed);
        // No name forges a line, a colour or a direction of writing, and none fills the screen.
        expect(message, told).not.toMatch(disguising);
        expect(message, told).not.toMatch(/\p{Surrogate}/u);
        expect(message.length, told).toBeLessThan(500);
      }
      const inside = `deep/er/project/${folder}/`;
      const added = treeOf(root).filter((path) => !before.has(path));
      expect(added.filter((path) => !path.startsWith(inside))).toEqual([]);
      expect(added.filter((path) => !path.slice(inside.length).includes("/"))).toHaveLength(made.length);
      if (use !== "none" && use !== "type") expect(made.length).toBeGreaterThan(40);
    },
  );

  it("that was accepted gives code that compiles, and a tool or verifier of that name", () => {
    const report = command("env", "validate").result;
    expect(report.findings.filter(({ code }) => code === "type_error")).toEqual([]);
    const tools = command("tool", "list").result.tools.map(({ name }) => name);
    expect(tools).toEqual(expect.arrayContaining(namesFor("tool")));
    const verifiers = command("verifier", "list").result.verifiers.map(({ id }) => id);
    expect(verifiers).toEqual(expect.arrayContaining(namesFor("verifier")));
  });
});

interface Envelope {
  result: { findings: { code: string }[]; tools: { name: string }[]; verifiers: { id: string }[] };
}

/** Runs the built command on the environment: a world's process loads no sources. */
function command(...words: string[]): Envelope {
  const { stdout } = spawnSync(process.execPath, [main, ...words, "--env", "demo", "--json"], {
    cwd: silo.cwd,
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  return JSON.parse(stdout) as Envelope;
}

function namesFor(use: Use): string[] {
  return rows.filter(({ uses }) => uses.includes(use)).map(({ name }) => name);
}
