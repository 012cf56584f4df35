import { describe, expect, it } from "vitest";
import { parseDuration } from "./duration.js";

describe("parseDuration", () => {
  it.each([
    ["7d", 604_800_000],
    ["1w", 604_800_000],
    ["90m", 5_400_000],
    ["0s", 0],
    ["1.5h", 5_400_000],
  ])("reads %s", (text, ms) => expect(parseDuration(text)).toBe(ms));

  it.each(["7", "d", "7 d", "-7d", "7D", "7days", "", "1e3d", `${"9".repeat(400)}d`])("refuses %j", (text) =>
    expect(parseDuration(text)).toBeUndefined(),
  );
});
