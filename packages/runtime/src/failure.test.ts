import { compileSchema } from "@silo/schema-validate";
import { failureSchema, type RunFailure } from "@silo/artifacts";
import { describe, expect, it } from "vitest";
import { thrownThings } from "../test/thrown-things.js";
import { agentFailure, cancelledFailure, environmentFailure, limitFailure } from "./failure.js";
import { defaultLimits } from "./limits.js";
import { WorldFault } from "./world-fault.js";

// Contract T10 binds these two.
const couldNotComplete =
  "This agent could not complete your request. The problem has been reported to its developer.";
const couldNotReach = "The agent could not reach a service it needs. Please try again in a moment.";

const limits = { ...defaultLimits, maxToolCalls: 7, timeoutMs: 1_500 };

describe("a failure of a run", () => {
  it.each<[string, RunFailure, Partial<RunFailure>]>([
    [
      "a time limit says which",
      limitFailure("timeout", limits),
      {
        code: "timeout",
        resultCode: "timedOut",
        path: "agent",
        personMessage: expect.stringContaining("1.5 seconds") as unknown as string,
        message: expect.stringContaining("1500 ms") as unknown as string,
      },
    ],
    [
      "a limit of calls says which",
      limitFailure("max_tool_calls", limits),
      {
        code: "max_tool_calls",
        resultCode: "toolCallLimitReached",
        personMessage: expect.stringContaining("7 tool calls") as unknown as string,
      },
    ],
    [
      "an agent that threw",
      agentFailure(new TypeError("x")),
      {
        code: "agent_error",
        resultCode: "errorInAgent",
        message: "TypeError: x",
        personMessage: couldNotComplete,
        path: "agent",
      },
    ],
    [
      "an environment that broke",
      environmentFailure(new WorldFault("tools.a", "no")),
      {
        code: "environment_error",
        resultCode: "errorInEnvironment",
        message: "no",
        personMessage: couldNotComplete,
        path: "tools.a",
      },
    ],
    ["a cancelled run", cancelledFailure(), { code: "cancelled", resultCode: "stopped" }],
  ])("%s", (_name, failure, expected) => {
    expect(failure).toMatchObject({ handled: false, ...expected });
    expect(compileSchema(failureSchema, { purpose: "data" }).check(failure)).toEqual([]);
  });

  it.each<[string, unknown, boolean]>([
    ["a refused connection", Object.assign(new Error("x"), { code: "ECONNREFUSED" }), true],
    [
      "a name that nobody knows, as a cause of a cause",
      new Error("a", {
        cause: new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code: "ENOTFOUND" }) }),
      }),
      true,
    ],
    ["a timeout of fetch", new DOMException("The operation timed out", "TimeoutError"), true],
    ["several addresses that failed", Object.assign(new AggregateError([]), { code: "ETIMEDOUT" }), true],
    ["a missing file", Object.assign(new Error("x"), { code: "ENOENT" }), false],
    ["an abort", new DOMException("This operation was aborted", "AbortError"), false],
    ["an object that is no error", { code: "ECONNREFUSED" }, false],
    ["a text", "ECONNREFUSED", false],
  ])("%s: whether a service was out of reach", (_name, thrown, isConnection) => {
    expect(agentFailure(thrown).personMessage).toBe(isConnection ? couldNotReach : couldNotComplete);
  });

  it("is made of anything that can be thrown", () => {
    const check = compileSchema(failureSchema, { purpose: "data" });
    for (const thrown of thrownThings()) {
      for (const failure of [agentFailure(thrown), environmentFailure(new WorldFault("state", thrown))]) {
        expect(check.check(failure)).toEqual([]);
        expect(failure.message).not.toBe("");
      }
    }
  });
});
