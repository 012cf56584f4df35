import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isSiloError } from "@silo/errors";
import { afterAll, describe, expect, it } from "vitest";
import { readConversation } from "./conversation.js";

const folder = mkdtempSync(join(tmpdir(), "silo-conversation-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const conversation = {
  formatVersion: "1.0",
  environment: "demo",
  name: "anna",
  runs: ["run_20260915020238_9s01"],
  variables: { count: 1 },
  outputs: ["Hello"],
};

function read(value: unknown): unknown {
  const file = join(folder, "anna.json");
  writeFileSync(file, typeof value === "string" ? value : JSON.stringify(value));
  try {
    return readConversation(file);
  } catch (error) {
    return isSiloError(error) ? error.code : error;
  }
}

describe("the file of a conversation", () => {
  it("is read as it was written, with members that this version does not know", () => {
    expect(read(conversation)).toEqual(conversation);
    expect(read({ ...conversation, formatVersion: "1.7", mood: "good" })).toMatchObject(
      conversation && { mood: "good" },
    );
    expect(readConversation(join(folder, "nobody.json"))).toBeUndefined();
  });

  it.each([
    ["another major version", { ...conversation, formatVersion: "2.0" }, "artifact_version_unsupported"],
    ["a member of another type", { ...conversation, outputs: "Hello" }, "invalid_json"],
    ["a member that is missing", { ...conversation, variables: undefined }, "invalid_json"],
    ["half of it", '{"formatVersion": "1.0", ', "invalid_json"],
    ["what is no object", "null", "invalid_json"],
  ])("is refused for %s", (_name, value, code) => {
    expect(read(value)).toBe(code);
  });
});
