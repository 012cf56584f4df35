import { isToolError, type DefinitionFinding } from "@silo/errors";
import { s, type JsonSchema } from "@silo/schema-validate";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createRuntime } from "./tool-runtime.js";
import { collectDefinitionFaults } from "./definition-faults.js";
import { defineTool, toolsFor, type Tool } from "./tool.js";

const right: Tool = {
  name: "read",
  description: "Reads.",
  inputSchema: s.object({ id: s.string() }),
  run: () => null,
};

function findingsOf(definition: unknown): readonly DefinitionFinding[] {
  try {
    defineTool(definition as Tool);
  } catch (error) {
    if (isToolError(error, "INVALID_DEFINITION")) return error.findings;
    throw error;
  }
  return [];
}

describe("defineTool", () => {
  it("returns the definition itself, also through toolsFor", () => {
    expect(defineTool(right)).toBe(right);
    expect(toolsFor()(right)).toBe(right);
  });

  it.each<[string, Partial<Tool>]>([
    ["a version", { version: "1.0.0" }],
    ["a version with everything", { version: "1.0.0-rc.1+build.5" }],
    ["no permission", { permissions: [] }],
    ["permissions", { permissions: ["fs:write"] }],
    ["an effect", { effect: "read" }],
    ["an output schema of any kind", { outputSchema: { type: "string" } }],
    ["a name of a prototype", { name: "constructor" }],
  ])("accepts %s", (_name, fields) => {
    expect(findingsOf({ ...right, ...fields })).toEqual([]);
  });

  const cyclic: Record<string, unknown> = { type: "object" };
  cyclic["properties"] = { self: cyclic };

  it.each<[string, unknown, (string | undefined)[]]>([
    ["null", null, [undefined]],
    ["a text", "tool", [undefined]],
    ["nothing but braces", {}, ["name", "description", "run", "inputSchema"]],
    ["an empty name", { ...right, name: "" }, ["name"]],
    ["a name of spaces", { ...right, name: " \n" }, ["name"]],
    ["a name that is no text", { ...right, name: 1 }, ["name"]],
    ["an empty description", { ...right, description: "" }, ["description"]],
    ["a version of two numbers", { ...right, version: "1.0" }, ["version"]],
    ["a version with a letter in front", { ...right, version: "v1.0.0" }, ["version"]],
    ["a version with spaces", { ...right, version: " 1.0.0" }, ["version"]],
    ["a version that is a number", { ...right, version: 1 }, ["version"]],
    ["an empty version", { ...right, version: "" }, ["version"]],
    ["permissions that are a text", { ...right, permissions: "fs:write" }, ["permissions"]],
    ["an empty permission", { ...right, permissions: ["fs:write", ""] }, ["permissions"]],
    ["another effect", { ...right, effect: "delete" }, ["effect"]],
    ["a run that is no function", { ...right, run: "later" }, ["run"]],
    [
      "all at once",
      {
        name: "",
        description: "",
        version: "1",
        permissions: [1],
        effect: "x",
        run: 1,
        inputSchema: null,
        outputSchema: 5,
      },
      ["name", "description", "version", "permissions", "effect", "run", "inputSchema", "outputSchema"],
    ],
    ["no schema at all", { ...right, inputSchema: undefined }, ["inputSchema"]],
    ["a text as a schema", { ...right, inputSchema: "object" }, ["inputSchema"]],
    ["a function as a schema", { ...right, inputSchema: () => right }, ["inputSchema"]],
    [
      "a schema that holds a function",
      { ...right, inputSchema: { type: "object", properties: { a: () => 1 } } },
      ["inputSchema.properties.a"],
    ],
    ["a schema that contains itself", { ...right, inputSchema: cyclic }, ["inputSchema"]],
    [
      "a reference to another machine",
      { ...right, inputSchema: { type: "object", properties: { a: { $ref: "https://example.org/a" } } } },
      ["inputSchema.properties.a.$ref"],
    ],
    [
      "a pattern that is none",
      { ...right, outputSchema: { type: "string", pattern: "(" } },
      ["outputSchema.pattern"],
    ],
  ])("refuses %s, with all findings in one error", (_name, definition, paths) => {
    const findings = findingsOf(definition);
    expect(findings.map(({ path }) => path?.split(".")[0])).toEqual(paths.map((path) => path?.split(".")[0]));
    for (const { path, message } of findings)
      if (path) expect(message.startsWith(`"${path.split(".")[0]}"`)).toBe(true);
  });

  it("names the tool, and every finding in the message", () => {
    const bad = { ...right, name: "wipe", description: "", version: "one" };
    expect(() => defineTool(bad)).toThrowError(
      expect.objectContaining({
        code: "INVALID_DEFINITION",
        tool: "wipe",
        message: expect.stringMatching(/"wipe".*"description".*"version"/) as unknown,
      }),
    );
  });
});

describe("collectDefinitionFaults", () => {
  const bad = (name: string): Tool => ({ ...right, name, description: "" });

  it("records faults instead of throwing, of all tools, and returns what was loaded", async () => {
    const { loaded, faults } = await collectDefinitionFaults(async () => {
      await Promise.resolve();
      return [defineTool(bad("one")), defineTool(right), toolsFor()(bad("two"))].length;
    });
    expect(loaded).toBe(3);
    expect(faults.map(({ tool, findings }) => [tool, findings.map(({ path }) => path)])).toEqual([
      ["one", ["description"]],
      ["two", ["description"]],
    ]);
  });

  it("keeps collections of the same time apart, and throws again afterwards", async () => {
    const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
    const collect = (
      name: string,
      before: number,
      after: number,
    ): ReturnType<typeof collectDefinitionFaults> =>
      collectDefinitionFaults(async () => {
        await pause(before);
        defineTool(bad(name));
        await pause(after);
      });
    const [one, two] = await Promise.all([collect("one", 2, 1), collect("two", 1, 8)]);
    expect([one, two].map(({ faults }) => faults.map(({ tool }) => tool))).toEqual([["one"], ["two"]]);
    expect(findingsOf(bad("three"))).toHaveLength(1);
  });

  it("throws again after a load that broke", async () => {
    const broken = collectDefinitionFaults(() => Promise.reject(new Error("broke")));
    await expect(broken).rejects.toThrowError("broke");
    expect(findingsOf(bad("one"))).toHaveLength(1);
  });
});

describe("a schema that was changed after the definition", () => {
  it("is not what the definition was checked with", () => {
    const schema: Record<string, unknown> = { type: "object" };
    const tool = defineTool({ ...right, inputSchema: schema as JsonSchema });
    schema["type"] = "nonsense";
    expect(findingsOf(tool).map(({ path }) => path)).toEqual(["inputSchema.type"]);
  });
});

describe("a schema of a library", () => {
  it("validates calls, and agents are told the JSON Schema that it states", async () => {
    const add = toolsFor<{ sum: number }>()({
      name: "add",
      description: "Adds.",
      inputSchema: z.object({ amount: z.number().describe("How much") }),
      outputSchema: z.object({ sum: z.number() }),
      run(state, { amount }) {
        state.sum += amount;
        return { sum: state.sum };
      },
    });
    const runtime = createRuntime({ tools: [add], state: { sum: 1 } });
    expect(runtime.descriptors[0]?.inputSchema).toMatchObject({
      type: "object",
      properties: { amount: { type: "number", description: "How much" } },
    });
    expect(await runtime.call("add", { amount: 2 })).toEqual({ sum: 3 });
    await expect(runtime.call("add", { amont: 2 })).rejects.toMatchObject({
      message: expect.stringContaining('"amount" is required') as string,
    });
  });
});
