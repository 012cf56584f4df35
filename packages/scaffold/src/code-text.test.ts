import fc from "fast-check";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { codeText } from "./code-text.js";
import { toolTemplate } from "./tool-template.js";
import { verifierTemplate } from "./verifier-template.js";

const hostile = fc.constantFrom(
  ...['"', "'", "`", "${x}", "\\", "\\u0022", "*/", "/*", "//", "\n", "\r\n", "\r", "\0", "\u2028", "\u2029"],
  ...[
    "\ud800",
    "\udfff",
    "\u202e",
    "\u2066",
    "\ufeff",
    "</script>",
    "<!--",
    "-->",
    "#!",
    "\u0085",
    "\u001b[31m",
  ],
);
const texts = fc
  .array(fc.oneof(hostile, fc.string({ unit: "binary", maxLength: 8 }), fc.string({ maxLength: 8 })))
  .map((parts) => parts.join(""));

const runs = { seed: 3, numRuns: process.env["SILO_DEEP"] === "1" ? 20_000 : 400 };

/** What a generated module hands to `defineTool` or `defineVerifier`. */
function defined(code: string): Record<string, unknown> {
  const { outputText, diagnostics } = ts.transpileModule(code, {
    reportDiagnostics: true,
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  expect(diagnostics).toEqual([]);
  const define = (definition: unknown): unknown => definition;
  const runtime = { s: { object: () => ({}) }, toolsFor: () => define, defineVerifier: define };
  const exports: Record<string, Record<string, unknown>> = {};
  new Function("exports", "require", outputText)(exports, () => runtime);
  return exports["it"]!;
}

const state = { type: "State", module: "../state.js" };

describe("a text in code", () => {
  it("means what it was, whatever it is", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(new Function(`return ${codeText(text)};`)()).toBe(text);
        expect(codeText(text)).not.toMatch(/[\n\r\u2028\u2029\u202a-\u202e\u2066-\u2069\u0080-\u009f]/);
        // It can be written as UTF-8.
        expect(codeText(text)).not.toMatch(/\p{Surrogate}/u);
      }),
      runs,
    );
  });

  it("means the same in the module of a tool", () => {
    fc.assert(
      fc.property(texts, (description) => {
        const code = toolTemplate({ name: "it", identifier: "it", description, state });
        expect(defined(code)).toMatchObject({ name: "it", description });
      }),
      runs,
    );
  });

  it("means the same in the module of a verifier", () => {
    fc.assert(
      fc.property(texts, texts, (taskId, name) => {
        const code = verifierTemplate({ id: "it", identifier: "it", taskId, name, state });
        expect(defined(code)).toMatchObject({ id: "it", taskId, name });
      }),
      runs,
    );
  });
});

describe("the import of a state type", () => {
  it.each(["defineTool", "s", "toolError", "toolsFor", "it"])("called %s takes another name", (type) => {
    const code = toolTemplate({ name: "it", identifier: "it", description: "d", state: { ...state, type } });
    expect(code).toContain(`import type { ${type} as State } from "../state.js";`);
    expect(code).toContain("toolsFor<State>()");
  });
});
