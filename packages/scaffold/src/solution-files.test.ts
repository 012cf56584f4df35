import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeEnvironment, type EnvironmentProject } from "../test/environment-project.js";
import { listSolutions, readSolution } from "./solution-files.js";

let project: EnvironmentProject;
beforeEach(() => {
  project = makeEnvironment();
});
afterEach(() => project.remove());

const script = { calls: [{ tool: "t", input: { a: 1 } }], answer: "x" };

describe("readSolution", () => {
  it("reads calls and an answer, or names a module", () => {
    project.write({ "solutions/A.json": { $schema: "x", ...script }, "solutions/B.ts": "" });
    expect(readSolution(project.environment, "A")).toEqual({ file: "solutions/A.json", script });
    expect(readSolution(project.environment, "B")).toMatchObject({ file: "solutions/B.ts" });
    expect(readSolution(project.environment, "C")).toBeUndefined();
  });

  it.each([
    ["{", /solutions\/A\.json/],
    [{ ...script, answer: 1 }, /"answer" must be a string/],
    [{ ...script, calls: [{ tool: "t" }] }, /"calls\.0\.input" is required/],
    [{ ...script, extra: 1 }, /"extra" is not a/],
  ])("tells what is wrong with %j", (content, problem) => {
    project.write({ "solutions/A.json": content });
    expect(readSolution(project.environment, "A")).toMatchObject({
      file: "solutions/A.json",
      problem: expect.stringMatching(problem) as string,
    });
  });

  it("takes no two for one task", () => {
    project.write({ "solutions/A.json": script, "solutions/A.ts": "" });
    expect(readSolution(project.environment, "A")).toMatchObject({ problem: expect.any(String) as string });
  });
});

describe("listSolutions", () => {
  it("lists JSON files and modules, by the task that they are called after", () => {
    project.write({
      "solutions/A.json": script,
      "solutions/B.ts": "",
      "solutions/c.d.ts": "",
      "solutions/notes.md": "",
    });
    expect(listSolutions(project.environment)).toEqual([
      { file: "solutions/A.json", taskId: "A" },
      { file: "solutions/B.ts", taskId: "B" },
    ]);
  });

  it("lists none where there is no folder", () => {
    expect(listSolutions(project.environment)).toEqual([]);
  });
});
