import fc from "fast-check";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { registerInBarrel } from "./register-in-barrel.js";

function register(text: string, { identifier = "addNote", file = "add-note", exportName = "tools" } = {}) {
  return registerInBarrel(ts, { text, identifier, file, exportName });
}

function registered(text: string): string {
  const outcome = register(text);
  if (!outcome.ok) throw new Error(`${outcome.reason} in ${JSON.stringify(text)}`);
  return outcome.text;
}

const line = 'import { addNote } from "./add-note.js";\n';

describe("a barrel", () => {
  it.each<[string, string, string]>([
    ["one line", "export const tools = [a, b];\n", `${line}\nexport const tools = [a, b, addNote];\n`],
    ["empty", "export const tools = [];\n", `${line}\nexport const tools = [addNote];\n`],
    [
      "many lines",
      'import { a } from "./a.js";\n\nexport const tools = [\n  a,\n];\n',
      `import { a } from "./a.js";\n${line}\nexport const tools = [\n  a,\n  addNote,\n];\n`,
    ],
    [
      "many lines without the last comma, and a comment",
      'import { a } from "./a.js";\nexport const tools = [\n  a // the first\n  // the end\n];\n',
      `import { a } from "./a.js";\n${line}export const tools = [\n  a, // the first\n  // the end\n  addNote\n];\n`,
    ],
    [
      "tabs, CRLF, single quotes and no semicolons",
      "import {a} from './a'\r\nexport const tools = [\r\n\ta,\r\n] as const\r\n",
      "import {a} from './a'\r\nimport {addNote} from './add-note'\r\nexport const tools = [\r\n\ta,\r\n\taddNote,\r\n] as const\r\n",
    ],
    [
      "an empty one with a comment",
      "export const tools: Tool[] = [\n  // none yet\n];\n",
      `${line}\nexport const tools: Tool[] = [\n  // none yet\n  addNote,\n];\n`,
    ],
    [
      "spread, satisfies, parentheses and a comment at the end",
      'import * as more from "./more.ts"; // more\nexport const tools = ([...more.all, a /* last */]) satisfies Tool[];\n',
      'import * as more from "./more.ts"; // more\nimport { addNote } from "./add-note.ts";\nexport const tools = ([...more.all, a /* last */, addNote]) satisfies Tool[];\n',
    ],
    [
      "exported apart, under another name, beside others",
      "const others = [a];\nconst list = [b, ];\nexport { list as tools, others };\n",
      `${line}\nconst others = [a];\nconst list = [b, addNote, ];\nexport { list as tools, others };\n`,
    ],
    ["exported as default", "export default [a];\n", `${line}\nexport default [a, addNote];\n`],
    [
      "frozen",
      "export const all = Object.freeze([a]);\n",
      `${line}\nexport const all = Object.freeze([a, addNote]);\n`,
    ],
    [
      "a header, and a comment that belongs to the array",
      "#!/usr/bin/env node\n/* Licence: MIT */\n\n/** All. */\nexport const tools = [a];\n",
      `#!/usr/bin/env node\n/* Licence: MIT */\n\n${line}\n/** All. */\nexport const tools = [a, addNote];\n`,
    ],
    [
      "a directive for the compiler",
      "// @ts-check\nexport const tools = [a];\n",
      `// @ts-check\n${line}export const tools = [a, addNote];\n`,
    ],
    [
      "a byte order mark",
      "\uFEFFexport const tools = [];\n",
      `\uFEFF${line}\nexport const tools = [addNote];\n`,
    ],
    [
      "everything on one line",
      'import { a } from "./a.js"; export const tools = [a];',
      `import { a } from "./a.js";\n${line} export const tools = [a, addNote];`,
    ],
    [
      "re-exports",
      'export { a } from "./a.js";\nexport * from "./b.js";\nexport const tools = [];\n',
      `${line}\nexport { a } from "./a.js";\nexport * from "./b.js";\nexport const tools = [addNote];\n`,
    ],
  ])("of %s", (_name, before, after) => {
    expect(registered(before)).toBe(after);
  });

  it.each([
    ["nothing", ""],
    ["a function", "export const tools = (state) => [a];\n"],
    ["an array that is not exported", "const tools = [a];\n"],
    ["two arrays, and neither is called so", "export const a = [];\nexport const b = [];\n"],
    ["an array elsewhere", 'export { tools } from "./all.js";\n'],
    ["a type", "export type tools = [];\n"],
    ["a call", "export const tools = [a].concat(b);\n"],
    ["a part of a pattern", "export const [tools] = [[a]];\n"],
  ])("with %s has no place", (_name, text) => {
    expect(register(text)).toEqual({ ok: false, reason: "no_array" });
  });

  it.each([
    'import { addNote } from "./notes.js";\nexport const tools = [];\n',
    'import { a as addNote } from "./a.js";\nexport const tools = [];\n',
    "const addNote = 1;\nexport const tools = [];\n",
    "export const tools = [addNote];\n",
    "interface addNote {}\nexport const tools = [];\n",
  ])("knows the identifier already: %j", (text) => {
    expect(register(text)).toEqual({ ok: false, reason: "already_registered" });
  });

  it("does not take a comment or a text for the identifier", () => {
    expect(registered('// addNote\nexport const tools = ["addNote"];\n')).toContain('["addNote", addNote]');
  });

  it("that does not parse tells where", () => {
    expect(register("export const tools = [;\n")).toMatchObject({ ok: false, reason: "no_code", line: 1 });
  });
});

const lineEnd = fc.constantFrom("\n", "\r\n");
const blank = fc.constantFrom(
  "",
  " ",
  "  ",
  "\n",
  "\n  ",
  "\n\t",
  " /* c */ ",
  "\n  // c, ]\n  ",
  "/* ] */\n",
  "\t",
);
const element = fc.constantFrom("a", "...more", "wrap(a)", "wrap([a])", '{ name: "]" } as never', "(a)");
const wrapping = fc.constantFrom(
  (array: string) => `export const tools = ${array}`,
  (array: string) => `export const tools: unknown[] = ${array}`,
  (array: string) => `export const tools = ${array} as const`,
  (array: string) => `export const tools = ${array} satisfies unknown[]`,
  (array: string) => `export const tools = (${array} as unknown[])`,
  (array: string) => `export const tools = Object.freeze(${array})`,
  (array: string) => `export const tools = <unknown[]>${array}`,
  (array: string) => `const list = ${array}; export { list as tools }`,
  (array: string) => `const list = ${array}\nexport default list`,
  (array: string) => `export default ${array} satisfies unknown[]`,
);
const importLine = fc.constantFrom(
  'import { a, more, wrap } from "./parts.js";',
  "import {a, more, wrap} from './parts.js'",
  'import { a } from "./parts.js"; import { more, wrap } from "./parts.js";',
  'import type { Tool } from "./parts.js"; // types\nimport {\n  a,\n  more,\n  wrap, /* all */\n} from "./parts.js" /* from\n there */ // and on',
  "/** Header. */\n\nimport { a, more, wrap } from './parts'",
  'import * as parts from "./parts.js"\nconst { a, more, wrap } = parts',
);
const tail = fc.constantFrom(
  "",
  "\n",
  "\n// the end",
  '\nexport { a } from "./parts.js"\n',
  "\nexport type X = 1;\n",
);

const barrels = fc
  .record({
    lineEnd,
    imports: importLine,
    between: fc.constantFrom("\n", "\n\n", "\n/** All. */\n", "\n// eslint-disable-next-line\n"),
    wrap: wrapping,
    elements: fc.array(fc.tuple(blank, element, blank), { maxLength: 4 }),
    trailing: fc.boolean(),
    close: blank,
    tail,
  })
  .map((parts) => {
    const inside = parts.elements.map(([before, text, after]) => `${before}${text}${after}`).join(",");
    const comma = parts.trailing && parts.elements.length > 0 ? "," : "";
    const array = `[${inside}${comma}${parts.close}]`;
    const text = `${parts.imports}${parts.between}${parts.wrap(array)}${parts.tail}`;
    return { text: text.replaceAll("\n", parts.lineEnd), elements: parts.elements.length };
  });

const libraries = new Map<string, ts.SourceFile | undefined>();

/** What the compiler says of a barrel whose neighbours exist. */
function faults(text: string): string[] {
  const files: Record<string, string> = {
    "/p/index.ts": text,
    "/p/parts.ts":
      "export interface Tool { n: number }\nexport const a = { n: 1 };\nexport const more = [a];\nexport const wrap = (value: unknown): unknown => value;\n",
    "/p/add-note.ts": "export const addNote = { n: 2 };\n",
  };
  const options: ts.CompilerOptions = {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2022.d.ts"],
    types: [],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    noEmit: true,
  };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, version) => {
    const own = files[name];
    if (own !== undefined) return ts.createSourceFile(name, own, version);
    if (!libraries.has(name)) libraries.set(name, read(name, version));
    return libraries.get(name);
  };
  host.fileExists = (name) => name in files;
  host.directoryExists = () => true;
  host.readFile = (name) => files[name] ?? ts.sys.readFile(name);
  const program = ts.createProgram({ rootNames: ["/p/index.ts"], options, host });
  const file = program.getSourceFile("/p/index.ts")!;
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
    ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "),
  );
}

/** The number of elements of the array that the barrel exports. */
function entries(text: string): number {
  const source = ts.createSourceFile("index.ts", text, ts.ScriptTarget.Latest, true);
  let count = -1;
  const visit = (node: ts.Node): void => {
    if (count === -1 && ts.isArrayLiteralExpression(node)) count = node.elements.length;
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return count;
}

/** Whether `after` is `before` with characters put in, and none taken away. */
function isInserted(before: string, after: string): boolean {
  let at = 0;
  for (const character of after) if (character === before[at]) at++;
  return at === before.length;
}

const isDeep = process.env["SILO_DEEP"] === "1";

describe("any barrel", () => {
  it("keeps each of its characters, and has one entry and one import more", () => {
    fc.assert(
      fc.property(barrels, ({ text, elements }) => {
        const after = registered(text);
        expect(entries(text)).toBe(elements);
        expect(entries(after)).toBe(elements + 1);
        expect(isInserted(text, after)).toBe(true);
        expect(after.length - text.length).toBeLessThan(70);
        expect(after.match(/\baddNote\b/g)).toHaveLength(2);
        if (text.includes("\r\n")) expect(after.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
        expect(register(after)).toEqual({ ok: false, reason: "already_registered" });
      }),
      { seed: 4, numRuns: isDeep ? 20_000 : 1000 },
    );
  }, 600_000);

  it("type-checks as well as before", () => {
    fc.assert(
      fc.property(barrels, ({ text, elements }) => {
        const before = faults(text);
        // The compiler complains of an empty array that says nothing of its type.
        if (elements > 0) expect(before).toEqual([]);
        expect(faults(registered(text)).filter((fault) => !before.includes(fault))).toEqual([]);
      }),
      { seed: 4, numRuns: isDeep ? 500 : 25 },
    );
  }, 600_000);
});
