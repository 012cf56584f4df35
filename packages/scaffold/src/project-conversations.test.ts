import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isSiloError } from "@silo/errors";
import type { RunOutcome } from "@silo/runtime";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ProjectConversations } from "./project-conversations.js";

let project = "";
beforeEach(() => (project = mkdtempSync(join(tmpdir(), "silo-conversations-"))));
afterEach(() => rmSync(project, { recursive: true, force: true }));

const conversations = (): ProjectConversations => new ProjectConversations(project, "demo");
const file = (name: string): string => join(project, ".silo/conversations/demo", `${name}.json`);
const outcome = (runId: string, conversation?: RunOutcome["conversation"]): RunOutcome =>
  ({ runId, conversation }) as RunOutcome;

function codeOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return isSiloError(error) ? error.code : String(error);
  }
}

describe("a conversation", () => {
  it("begins empty, and goes from one successful run to the next", () => {
    const first = conversations().open("anna");
    expect(first.start).toEqual({ name: "anna", variables: {}, outputs: [] });
    first.save(outcome("run_1", { variables: { n: 1 }, outputs: ["one"] }));
    const second = conversations().open("anna");
    expect(second.start).toEqual({ name: "anna", variables: { n: 1 }, outputs: ["one"] });
    second.save(outcome("run_2", { variables: { n: 2 }, outputs: ["one", "two"] }));
    expect(JSON.parse(readFileSync(file("anna"), "utf8"))).toEqual({
      formatVersion: "1.0",
      environment: "demo",
      name: "anna",
      runs: ["run_1", "run_2"],
      variables: { n: 2 },
      outputs: ["one", "two"],
    });
  });

  it("is left as it was by a run that did not succeed", () => {
    conversations().open("anna").save(outcome("run_1"));
    expect(existsSync(file("anna"))).toBe(false);
  });

  it("is moved on by one of two runs at the same time, and the other one is told", () => {
    const next = { variables: {}, outputs: ["x"] };
    const both = [conversations().open("anna"), conversations().open("anna")];
    both[0]?.save(outcome("run_1", next));
    expect(codeOf(() => both[1]?.save(outcome("run_2", next)))).toBe("usage_error");
    const again = [conversations().open("anna"), conversations().open("anna")];
    again[0]?.save(outcome("run_3", next));
    expect(codeOf(() => again[1]?.save(outcome("run_4", next)))).toBe("storage_failed");
    expect((JSON.parse(readFileSync(file("anna"), "utf8")) as { runs: string[] }).runs).toEqual([
      "run_1",
      "run_3",
    ]);
  });

  it("is refused to a run that goes on from another state of it", () => {
    const { start } = conversations().open("anna");
    expect(conversations().open("anna", start).start).toEqual(start);
    conversations()
      .open("anna")
      .save(outcome("run_1", { variables: {}, outputs: ["x"] }));
    expect(codeOf(() => conversations().open("anna", start))).toBe("usage_error");
  });

  it("has a safe name, which differs from others by more than case, and a file that can be read", () => {
    for (const name of ["../anna", "", "con", "a b"])
      expect(codeOf(() => conversations().open(name))).toBe("unsafe_name");
    conversations()
      .open("anna")
      .save(outcome("run_1", { variables: {}, outputs: ["x"] }));
    expect(codeOf(() => conversations().open("Anna"))).toBe("usage_error");
    writeFileSync(file("anna"), "{}");
    expect(codeOf(() => conversations().open("anna"))).toBe("invalid_json");
  });
});
