import { describe, expect, it } from "vitest";
import { isSiloError, siloError, siloErrorCodes, type SiloErrorCode } from "../silo-codes.js";
import { explain, explainedCodes, explanationOf } from "./explain.js";

describe("explanations", () => {
  it("are there for every code, each once", () => {
    expect(explainedCodes.slice(0, siloErrorCodes.length)).toEqual(siloErrorCodes);
    expect(new Set(explainedCodes).size).toBe(explainedCodes.length);
    for (const code of explainedCodes) expect(explain(code)).toContain(explanationOf(code)!.meaning);
  });

  it.each(siloErrorCodes)("%s: the example gives that code, and its text shows it", (code: SiloErrorCode) => {
    const explained = explanationOf(code);
    if (explained?.vocabulary !== "silo") throw new Error("not in Silo's vocabulary");
    const error = siloError(code as "agent_not_found", explained.example.parameters as { file: string });
    expect(isSiloError(error, code)).toBe(true);
    expect(explained.example.output).toContain(`error: ${code}: ${error.message}`);
    expect(Object.keys(explained.example.parameters).sort()).toEqual([...explained.parameters].sort());
    expect(error.message).not.toMatch(/[{}]/);
    expect(explained.causes.length).toBeGreaterThan(0);
    expect(explained.meaning).not.toMatch(/\.$/);
    expect(explained.remedy).toMatch(/\.$/);
    for (const cause of explained.causes) expect(cause).toMatch(/\.$/);
    const text = explain(code)!;
    expect(explained.since).toMatch(/^\d+\.\d+\.\d+$/);
    for (const part of [...explained.causes, explained.remedy, String(explained.exitCode), explained.since])
      expect(text).toContain(part);
  });

  it("are JSON", () => {
    for (const code of explainedCodes) {
      expect(JSON.parse(JSON.stringify(explanationOf(code)))).toStrictEqual(explanationOf(code));
    }
  });

  it("are there for the tools' codes too", () => {
    expect(explanationOf("not_allowed")).toMatchObject({ vocabulary: "agent", raisedBy: "tool or host" });
    expect(explanationOf("PERMISSION_DENIED")).toMatchObject({ vocabulary: "host" });
    expect(explain("OUTPUT_INVALID")).toContain("Correct the tool.");
  });

  it("are not there for what is no code", () => {
    for (const code of ["", "toString", "__proto__", "task_notfound"]) {
      expect([explain(code), explanationOf(code)]).toEqual([undefined, undefined]);
    }
  });
});
