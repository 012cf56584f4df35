import { readFileSync } from "node:fs";
import { isToolError, ToolError } from "@silo/errors";
import { s } from "@silo/schema-validate";
import { describe, expect, it } from "vitest";
import { createRuntime } from "./tool-runtime.js";
import { defineTool } from "./tool.js";

/** The tools of a host: two that work, and one that returns what its own schema refuses. */
function makeRuntime(grants: string[]) {
  const state = { files: {} as Record<string, string> };
  const tools = [
    defineTool<typeof state>({
      name: "fs.write",
      description: "Writes a file.",
      version: "1.0.0",
      permissions: ["fs:write"],
      inputSchema: s.object({ path: s.string(), contents: s.string() }),
      run({ files }, { path, contents }) {
        files[path as string] = contents as string;
        return { written: (contents as string).length };
      },
    }),
    defineTool<typeof state>({
      name: "fs.size",
      description: "Tells the size of a file.",
      inputSchema: s.object({ path: s.string() }),
      outputSchema: s.object({ bytes: s.integer() }),
      run: ({ files }, { path }) => ({ bytes: files[path as string] ?? "none" }),
    }),
    defineTool<typeof state>({
      name: "fs.list",
      description: "Lists files; it parses what it is given with a schema of its own.",
      inputSchema: s.object({ files: s.array(s.json()) }),
      run: (_state, { files }) =>
        s.object({ files: s.array(s.object({ path: s.string() })) }).parse({ files }),
    }),
  ];
  return { state, runtime: createRuntime({ tools, state, grants }) };
}

async function codeOf(work: () => unknown): Promise<string> {
  try {
    await work();
    return "none";
  } catch (thrown) {
    return isToolError(thrown) ? thrown.code : "no ToolError";
  }
}

describe("a host branches on the code of a ToolError", () => {
  const path = "a.txt";
  const contents = "hello";

  it("as the sample does", async () => {
    const seen: string[] = [];
    const attempt = async (grants: string[], input: unknown): Promise<void> => {
      const { runtime } = makeRuntime(grants);
      try {
        await runtime.call("fs.write", input);
        seen.push("written");
      } catch (thrown) {
        if (thrown instanceof ToolError) {
          switch (thrown.code) {
            case "PERMISSION_DENIED":
              seen.push("add the grant");
              break;
            case "INPUT_INVALID":
              seen.push("rewrite the arguments");
              break;
            default:
              break;
          }
        }
      }
    };
    await attempt([], { path, contents });
    await attempt(["fs:write"], { path });
    await attempt(["fs:write"], { path, contents });
    expect(seen).toEqual(["add the grant", "rewrite the arguments", "written"]);
  });

  it.each<[string, () => unknown]>([
    ["SCHEMA_INVALID", () => makeRuntime([]).runtime.call("fs.list", { files: [{ path: 1 }] })],
    ["INPUT_INVALID", () => makeRuntime(["fs:write"]).runtime.call("fs.write", { path })],
    ["OUTPUT_INVALID", () => makeRuntime([]).runtime.call("fs.size", { path })],
    ["PERMISSION_DENIED", () => makeRuntime([]).runtime.call("fs.write", { path, contents })],
    ["TOOL_NOT_FOUND", () => makeRuntime([]).runtime.call("fs.wirte", { path, contents })],
    [
      "INVALID_DEFINITION",
      () => defineTool({ name: "", description: " ", version: "one", inputSchema: {}, run: () => 1 }),
    ],
  ])("%s is reached through a real call", async (code, work) => {
    expect(await codeOf(work)).toBe(code);
  });

  it("with the path and the detail of a SchemaError apart", async () => {
    const { runtime } = makeRuntime([]);
    await expect(runtime.call("fs.list", { files: [{ path: 1 }] })).rejects.toMatchObject({
      path: "files.0.path",
      message: expect.stringMatching(/^"files\.0\.path" must be a string/) as string,
    });
  });

  it("with the missing permission of a PermissionDeniedError, and the two binding sentences", async () => {
    await expect(makeRuntime([]).runtime.call("fs.write", { path, contents })).rejects.toMatchObject({
      permission: "fs:write",
      message:
        'fs.write requires the "fs:write" permission, which was not granted. Retrying with different arguments will not help.',
    });
    await expect(makeRuntime([]).runtime.call("fs.size", { path })).rejects.toMatchObject({
      message: expect.stringContaining("This is a fault in the tool, not in how it was called.") as string,
    });
  });
});

const corpusFolder = process.env["SILO_CORPUS"] ?? new URL("../../../../shared", import.meta.url).pathname;

interface NameCase {
  id: string;
  kind?: string;
  tool: string;
  tools: string[];
  mustName: string[];
  mustNotName?: string[];
}

function nameCases(): NameCase[] {
  let text: string;
  try {
    text = readFileSync(`${corpusFolder}/corpus/malformed-calls.json`, "utf8");
  } catch (error) {
    if (process.env["SILO_REQUIRE_CORPUS"] === "1") throw error;
    return [];
  }
  return (JSON.parse(text) as { cases: NameCase[] }).cases.filter(({ kind }) => kind === "tool-name");
}

const cases = nameCases();

describe.skipIf(cases.length === 0)("tool names of the corpus, which may not be there", () => {
  it.each(cases)("$id: $tool", async ({ tool, tools, mustName, mustNotName = [] }) => {
    const runtime = createRuntime({
      state: {},
      tools: tools.map((name) =>
        defineTool({ name, description: name, inputSchema: s.object({}), run: () => null }),
      ),
    });
    const error = await runtime.call(tool, {}).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!isToolError(error, "TOOL_NOT_FOUND")) throw new Error("no TOOL_NOT_FOUND");
    for (const name of mustName) expect(error.message).toContain(name);
    for (const name of mustNotName) expect(error.message).not.toContain(name);
  });
});
