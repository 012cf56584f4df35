import { describe, expect, it } from "vitest";
import { requireTypeName, toolNames, verifierNames } from "./code-names.js";

describe("the names of a tool in code", () => {
  it.each([
    ["list_todos", "list-todos", "listTodos"],
    ["list-todos", "list-todos", "listTodos"],
    ["list.todos", "list-todos", "listTodos"],
    ["listTodos", "list-todos", "listTodos"],
    ["ListTodos", "list-todos", "listTodos"],
    ["getHTTPStatus", "get-http-status", "getHttpStatus"],
    ["a", "a", "a"],
    ["a__b--c", "a-b-c", "aBC"],
    ["3d_render", "3d-render", "tool3dRender"],
    ["delete", "delete", "toolDelete"],
    ["define_tool", "define-tool", "toolDefineTool"],
    ["undefined", "undefined", "toolUndefined"],
    ["require", "require", "toolRequire"],
    ["tools", "tools", "toolTools"],
    ["constructor", "constructor", "constructor"],
    ["con.txt", "con-txt", "conTxt"],
  ])("%s", (name, file, identifier) => {
    expect(toolNames(name)).toEqual({ file, identifier });
  });

  it("of a verifier: its id is its file", () => {
    expect(verifierNames("VER-001")).toEqual({ file: "VER-001", identifier: "ver001" });
    expect(verifierNames("007")).toEqual({ file: "007", identifier: "verifier007" });
    expect(verifierNames("check")).toEqual({ file: "check", identifier: "verifierCheck" });
  });

  it("that are none are refused, with what is allowed", () => {
    expect(() => toolNames("a..b")).toThrow(/"a\.\.b" cannot be the name of a tool: only letters.*dots/);
    expect(() => toolNames("Index")).toThrow(/index\.ts is the file that lists/);
    expect(() => toolNames("C.on.")).toThrow(/only letters/);
    expect(() => toolNames("Con")).toThrow(/device/);
    expect(() => verifierNames("INDEX")).toThrow(/index\.ts/);
    expect(() => requireTypeName("a b")).toThrow(/state type: only letters/);
    expect(() => requireTypeName("class")).toThrow(/word of the language/);
    expect(() => requireTypeName("string")).toThrow(/word of the language/);
  });
});
