import { ToolError, toolError } from "@silo/errors";
import { s, type JsonSchema } from "@silo/schema-validate";
import { describe, expect, it } from "vitest";
import { addNote, anyTool, createNotes, listNotes, wipeNotes, type Notes } from "../test/notes-world.js";
import { createRuntime, type ToolRuntime } from "./tool-runtime.js";
import type { Tool } from "./tool.js";

function runtimeOf(
  tools: readonly Tool[],
  { state = createNotes(), grants }: { state?: Notes; grants?: string[] } = {},
): ToolRuntime {
  return createRuntime({ tools, state, ...(grants ? { grants } : {}) });
}

async function thrownBy(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (output) => ({ output }),
    (error: unknown) => error,
  );
}

describe("a runtime", () => {
  it("describes its tools in their order, with schemas of its own", () => {
    const { descriptors } = runtimeOf([listNotes, addNote]);
    expect(descriptors).toEqual([
      {
        name: "list_notes",
        description: "Lists the notes.",
        inputSchema: { type: "object", properties: {}, additionalProperties: false },
      },
      {
        name: "add_note",
        description: "Adds a note.",
        inputSchema: {
          type: "object",
          properties: { id: { type: "string" }, text: { type: "string" } },
          required: ["id", "text"],
          additionalProperties: false,
        },
      },
    ]);
    expect(descriptors[0]?.inputSchema).not.toBe(listNotes.inputSchema);
  });

  it.each<[string, Tool[], string]>([
    ["two tools of one name", [addNote, { ...listNotes, name: "add_note" }], "add_note"],
    [
      "a tool that defineTool never saw",
      [addNote, { ...listNotes, inputSchema: { type: "nonsense" } as unknown as JsonSchema }],
      "list_notes",
    ],
    ["a tool without a schema", [{ name: "bare", run: () => 1 } as unknown as Tool], "bare"],
  ])("refuses %s, by name", (_name, tools, tool) => {
    expect(() => runtimeOf(tools)).toThrowError(
      expect.objectContaining({ code: "INVALID_DEFINITION", tool }),
    );
  });
});

describe("a call throws by class, in the order of the contract", () => {
  const ran: string[] = [];
  const guarded: Tool = {
    name: "guarded",
    description: "Needs two permissions.",
    inputSchema: s.object({ n: s.integer({ maximum: 5 }) }),
    outputSchema: s.object({ n: s.integer({ maximum: 3 }) }),
    permissions: ["a", "b"],
    run(_state, { n }) {
      ran.push("run");
      if (n === 0) throw toolError("invalid_state", "Nothing is left.");
      return { n: n as unknown };
    },
  };

  it.each<[string, string, string[], unknown, Record<string, unknown>, number]>([
    ["an unknown tool before all", "gaurded", [], {}, { code: "TOOL_NOT_FOUND", nearest: ["guarded"] }, 0],
    [
      "a permission before the input",
      "guarded",
      ["a"],
      { n: "x" },
      { code: "PERMISSION_DENIED", permission: "b", tool: "guarded" },
      0,
    ],
    [
      "the input before run",
      "guarded",
      ["a", "b"],
      { n: 6, m: 1 },
      { code: "INPUT_INVALID", tool: "guarded" },
      0,
    ],
    ["what run throws", "guarded", ["b", "a"], { n: 0 }, { code: "invalid_state" }, 1],
    ["the output after run", "guarded", ["a", "b"], { n: 4 }, { code: "OUTPUT_INVALID", tool: "guarded" }, 1],
    ["nothing where all is right", "guarded", ["a", "b", "c"], { n: 3 }, { output: { n: 3 } }, 1],
  ])("%s", async (_name, tool, grants, input, expected, runs) => {
    ran.length = 0;
    const thrown = await thrownBy(runtimeOf([guarded], { grants }).call(tool, input));
    expect(thrown).toMatchObject(expected);
    expect(thrown instanceof ToolError).toBe(!("output" in expected));
    expect(ran).toHaveLength(runs);
  });

  it("also for the names of prototypes, as unknown tools and as real ones", async () => {
    const names = ["constructor", "__proto__", "toString", "hasOwnProperty"];
    for (const name of names) {
      expect(await thrownBy(runtimeOf([addNote]).call(name, {}))).toMatchObject({
        code: "TOOL_NOT_FOUND",
        tool: name,
      });
      expect(await runtimeOf([anyTool(name, () => name)]).call(name, {})).toBe(name);
    }
  });

  it.each([[undefined], [null], [7], [["add_note"]], [Object.create(null)], [Symbol("s")]])(
    "for %o as a name",
    async (name) => {
      expect(await thrownBy(runtimeOf([addNote]).call(name as string, {}))).toMatchObject({
        code: "TOOL_NOT_FOUND",
      });
    },
  );
});

describe("arguments", () => {
  it.each([[undefined], [null], [{}], [""], ["{}"], ["null"]])(
    "%o are none, where the schema requires nothing",
    async (input) => {
      expect(await runtimeOf([listNotes]).call("list_notes", input)).toEqual(createNotes().notes);
    },
  );

  it.each<[unknown, string]>([
    [undefined, '"id" is required'],
    [null, "received null"],
    [{}, '"id" is required; "text" is required'],
    ["{}", '"id" is required'],
    ['{"id":"B"', "JSON"],
    ['"{}"', "string"],
    [[], "received array"],
    [{ id: "B", text: 1n }, '"text"'],
    [{ id: "B", text: "x", Text: "y" }, '"Text" is not a parameter'],
  ])("%o are refused where it does, with what arrived", async (input, text) => {
    expect(await thrownBy(runtimeOf([addNote]).call("add_note", input))).toMatchObject({
      code: "INPUT_INVALID",
      message: expect.stringContaining(text) as unknown,
    });
  });

  it("are those of the moment of the call, a copy that the tool may keep", async () => {
    const kept: unknown[] = [];
    const keep: Tool = {
      ...addNote,
      name: "keep",
      outputSchema: {},
      run: (_state, input) => void kept.push(input),
    };
    const runtime = runtimeOf([keep]);
    const input = { id: "B", text: "x" };
    const calls = [runtime.call("keep", input), runtime.call("keep", input)];
    input.text = "changed";
    await Promise.all(calls);
    expect(kept).toEqual([
      { id: "B", text: "x" },
      { id: "B", text: "x" },
    ]);
    expect(kept[0]).not.toBe(kept[1]);
  });
});

describe("what a tool returns", () => {
  it("reaches the caller as a copy: no live handle into the state", async () => {
    const state = createNotes();
    const notes = (await runtimeOf([listNotes], { state }).call("list_notes", {})) as Notes["notes"];
    notes["A"]!.text = "forged";
    delete notes["A"];
    expect(state).toEqual(createNotes());
  });

  it.each<[string, unknown, unknown]>([
    ["nothing", undefined, null],
    ["a Map", new Map([["a", new Date(0)]]), { a: "1970-01-01T00:00:00.000Z" }],
    ["members that are undefined", { a: undefined }, {}],
    ["a promise", Promise.resolve([1]), [1]],
    ["a text", "done", "done"],
  ])("%s is copied as JSON", async (_name, returned, output) => {
    expect(await runtimeOf([anyTool("any", () => returned)]).call("any", {})).toEqual(output);
  });

  const cycle: unknown[] = [];
  cycle.push(cycle);

  it.each<[string, unknown, string]>([
    ["a cycle", cycle, '"0"'],
    ["a BigInt", { a: 1n }, '"a"'],
    ["a function", { a: [() => 1] }, '"a.0"'],
    ["NaN", NaN, '""'],
    ["a promise inside", { later: Promise.resolve(1) }, '"later"'],
  ])("%s is a fault of the tool, with the place", async (_name, returned, place) => {
    expect(await thrownBy(runtimeOf([anyTool("any", () => returned)]).call("any", {}))).toMatchObject({
      code: "OUTPUT_INVALID",
      message: expect.stringContaining(place) as unknown,
      cause: { code: "value_not_json" },
    });
  });

  it("is checked as JSON: an undefined member is none", async () => {
    const tool: Tool = {
      ...listNotes,
      name: "strict",
      outputSchema: s.object({ a: s.integer() }),
      run: () => ({ a: 1, b: undefined }),
    };
    expect(await runtimeOf([tool]).call("strict", {})).toEqual({ a: 1 });
    const missing: Tool = { ...tool, run: () => ({ a: undefined }) };
    expect(await thrownBy(runtimeOf([missing]).call("strict", {}))).toMatchObject({ code: "OUTPUT_INVALID" });
  });
});

describe("calls of the same time", () => {
  it("run one after the other, in the order made, also past one that fails", async () => {
    const log: string[] = [];
    const slow = (name: string, ms: number, fails = false): Tool =>
      anyTool(name, async () => {
        log.push(`${name} begins`);
        await new Promise((resolve) => setTimeout(resolve, ms));
        log.push(`${name} ends`);
        if (fails) throw toolError("conflict", "No.");
      });
    const runtime = runtimeOf([slow("a", 8), slow("b", 4, true), slow("c", 1)]);
    const calls = ["a", "b", "nobody", "c"].map((name) => thrownBy(runtime.call(name, {})));
    const results = (await Promise.all(calls)) as { code?: string }[];
    expect(log).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
    expect(results.map(({ code }) => code)).toEqual([undefined, "conflict", "TOOL_NOT_FOUND", undefined]);
  });
});

describe("permissions", () => {
  it("are all needed, and none is there by default", async () => {
    const call = (grants?: string[]): Promise<unknown> =>
      thrownBy(runtimeOf([wipeNotes], grants ? { grants } : {}).call("wipe_notes", { sure: true }));
    expect(await call()).toMatchObject({ permission: "notes:read" });
    expect(await call(["notes:read"])).toMatchObject({ permission: "notes:wipe" });
    expect(await call(["notes:wipe", "notes:read"])).toEqual({ output: "wiped" });
  });
});

describe("a tool of any kind", () => {
  const make = (name: string, run: Tool["run"]): Tool => ({
    name,
    description: "Any.",
    inputSchema: { type: "object", additionalProperties: true },
    run,
  });

  it("is called by its name, whatever that is", async () => {
    const names = ["files.read.all", "x".repeat(200), "ünï cödé", "a/b", "constructor", "__proto__"];
    const runtime = runtimeOf(names.map((name) => make(name, () => name)));
    for (const name of names) expect(await runtime.call(name, {})).toBe(name);
  });

  it("may be called fifty times at once", async () => {
    const state = createNotes();
    let running = 0;
    const slow = make("slow", async (notes: typeof state, { n }) => {
      running += 1;
      expect(running).toBe(1);
      await Promise.resolve();
      notes.order.push(String(n));
      running -= 1;
      return n as number;
    });
    const runtime = createRuntime({ tools: [slow], state });
    const before = [...state.order];
    const calls = Array.from({ length: 50 }, (_item, n) => runtime.call("slow", { n }));
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 50 }, (_item, n) => n));
    expect(state.order).toEqual([...before, ...Array.from({ length: 50 }, (_item, n) => String(n))]);
  });

  it("may return a promise of a promise, and 50 MB", async () => {
    const big = "x".repeat(50 * 2 ** 20);
    const runtime = runtimeOf([
      make("nested", () => Promise.resolve(new Promise((resolve) => resolve(Promise.resolve({ n: 1 }))))),
      make("big", () => ({ big })),
    ]);
    expect(await runtime.call("nested", {})).toEqual({ n: 1 });
    expect((await runtime.call("big", {})) as { big: string }).toHaveProperty("big.length", big.length);
  });
});
