import { describe, expect, it } from "vitest";
import {
  InputInvalidError,
  InvalidDefinitionError,
  isToolError,
  OutputInvalidError,
  PermissionDeniedError,
  SchemaError,
  ToolError,
  toolError,
  ToolNotFoundError,
} from "./tool-error.js";
import { isCodedError, SiloError } from "./silo-error.js";

const all = [
  ["SchemaError", "SCHEMA_INVALID", new SchemaError("a", "must be a string"), SchemaError],
  [
    "InputInvalidError",
    "INPUT_INVALID",
    new InputInvalidError({ tool: "t", message: "m" }),
    InputInvalidError,
  ],
  [
    "OutputInvalidError",
    "OUTPUT_INVALID",
    new OutputInvalidError({ tool: "t", message: "m." }),
    OutputInvalidError,
  ],
  [
    "PermissionDeniedError",
    "PERMISSION_DENIED",
    new PermissionDeniedError("fs.write", "fs:write"),
    PermissionDeniedError,
  ],
  ["ToolNotFoundError", "TOOL_NOT_FOUND", new ToolNotFoundError("a"), ToolNotFoundError],
  [
    "InvalidDefinitionError",
    "INVALID_DEFINITION",
    new InvalidDefinitionError({ findings: [] }),
    InvalidDefinitionError,
  ],
] as const;

describe("the classes of tool errors", () => {
  it.each(all)(
    "%s has the code %s and extends ToolError, which extends Error",
    (name, code, error, Class) => {
      expect(error).toMatchObject({ name, code });
      expect([error instanceof Class, error instanceof ToolError, error instanceof Error]).toEqual([
        true,
        true,
        true,
      ]);
      expect([isCodedError(error), (error as unknown) instanceof SiloError]).toEqual([false, false]);
      expect(Object.getPrototypeOf(ToolError)).toBe(Error);
      expect(Object.getPrototypeOf(Class)).toBe(ToolError);
    },
  );

  it("are told by class and by code", () => {
    for (const [, code, error] of all) {
      expect(isToolError(error)).toBe(true);
      expect(all.filter(([, other]) => isToolError(error, other)).map(([, other]) => other)).toEqual([code]);
      expect(all.filter(([, , , Class]) => (error as unknown) instanceof Class)).toHaveLength(1);
    }
  });

  it("are refused where they only look like it", () => {
    const [, , error] = all[3];
    for (const value of [
      { ...error, message: "x" },
      structuredClone(error),
      Object.assign(new Error("x"), error),
      null,
      "x",
    ]) {
      expect(isToolError(value)).toBe(false);
      expect((value as unknown) instanceof ToolError).toBe(false);
    }
  });
});

describe("toolError", () => {
  it("carries any code, and is told by it", () => {
    const error = toolError("out_of_stock", "Only 3 are left.", { cause: "x" });
    expect(error).toMatchObject({
      name: "ToolError",
      code: "out_of_stock",
      message: "Only 3 are left.",
      cause: "x",
    });
    expect([isToolError(error, "out_of_stock"), isToolError(error, "not_found")]).toEqual([true, false]);
  });

  it("is no instance of a host's class because it borrows that code", () => {
    expect(isToolError(toolError("PERMISSION_DENIED", "x"), "PERMISSION_DENIED")).toBe(false);
  });
});

describe("SchemaError", () => {
  it.each([
    ["files.0.path", "must be a string", '"files.0.path" must be a string', "files.0.path"],
    [["files", 0, "path"], "must be a string", '"files.0.path" must be a string', "files.0.path"],
    ["", "must be an object, received array", "must be an object, received array", ""],
    [[], "must be an object", "must be an object", ""],
  ])("at %j says %s", (path, detail, message, dotted) => {
    expect(new SchemaError(path, detail)).toMatchObject({ path: dotted, detail, message });
  });
});

describe("the sentences that a model reads", () => {
  it("say that an output fault is the tool's", () => {
    const error = new OutputInvalidError({
      tool: "t",
      message: 'The output of "t" has no id.',
      problems: [{ path: ["id"] }],
    });
    expect(error.message).toBe(
      'The output of "t" has no id. This is a fault in the tool, not in how it was called.',
    );
    expect(new OutputInvalidError({ tool: "t", message: error.message }).message).toBe(error.message);
    expect(error.problems).toEqual([{ path: ["id"] }]);
  });

  it("say that a permission is missing, and that other arguments do not help", () => {
    const error = new PermissionDeniedError("fs.write", "fs:write");
    expect(error.message).toBe(
      'fs.write requires the "fs:write" permission, which was not granted. Retrying with different arguments will not help.',
    );
    expect(error).toMatchObject({ tool: "fs.write", permission: "fs:write" });
  });

  it("name the nearest tools, or those that there are", () => {
    const available = ["get_ticket", "list_users"];
    expect(new ToolNotFoundError("get_tikcet", { available, nearest: ["get_ticket"] })).toMatchObject({
      message: 'There is no tool named "get_tikcet"; did you mean "get_ticket"?',
      nearest: ["get_ticket"],
    });
    expect(new ToolNotFoundError("frobnicate", { available })).toMatchObject({
      message: 'There is no tool named "frobnicate"; available: "get_ticket", "list_users".',
      nearest: [],
    });
    const many = Array.from({ length: 40 }, (_, index) => `tool_${index}_of_many`);
    expect(new ToolNotFoundError("frobnicate", { available: many }).message).toMatch(
      /"tool_11_of_many" and 28 more\.$/,
    );
    expect(new ToolNotFoundError("x\n").message).toBe('There is no tool named "x\\n"; available: none.');
  });

  it("list all that is wrong with a definition", () => {
    const error = new InvalidDefinitionError({
      tool: "close_ticket",
      findings: [
        { path: "description", message: '"description" must not be empty.' },
        { message: "run must be a function" },
      ],
    });
    expect(error.message).toBe(
      'Tool "close_ticket" is not valid: "description" must not be empty; run must be a function.',
    );
    expect(error.findings).toHaveLength(2);
    expect(new InvalidDefinitionError({ tool: "", findings: [{ message: "x" }] }).message).toBe(
      "The definition is not valid: x.",
    );
  });
});
