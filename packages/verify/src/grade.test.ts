import type { SiloTask } from "@silo/artifacts";
import { isSiloError } from "@silo/errors";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { grade, type Grade } from "./grade.js";
import { check, optional, type SiloVerifier, type VerifierCheck, type VerifierContext } from "./verifier.js";

const task: SiloTask = { id: "TASK-1", title: "T", instruction: "Do it", verifierId: "VER-1" };
const context: VerifierContext = {
  agentOutput: "42",
  task,
  trace: [{ seq: 1, type: "agent_output", at: "2026-01-01T00:00:00.000Z", output: "42" }],
};

function verifier(run: SiloVerifier["check"]): SiloVerifier {
  return { id: "VER-1", taskId: "TASK-1", name: "V", check: run };
}

function gradeWith(
  run: SiloVerifier["check"],
  states: { initialState?: unknown; finalState?: unknown } = {},
): Promise<Grade> {
  return grade({ verifier: verifier(run), initialState: {}, finalState: {}, context, ...states });
}

/** The error that keeps a run ungraded. */
async function faultOf(
  run: (...args: never[]) => unknown,
  states = {},
): Promise<{ reason: unknown; cause: unknown }> {
  const thrown: unknown = await gradeWith(run as SiloVerifier["check"], states).catch(
    (error: unknown) => error,
  );
  if (!isSiloError(thrown, "verifier_failed")) throw new Error("not verifier_failed", { cause: thrown });
  expect(thrown.details).toMatchObject({ verifierId: "VER-1" });
  return { reason: thrown.details.reason, cause: thrown.cause };
}

describe("the score", () => {
  // R and r: a required check that passes or fails. O and o: an optional one.
  it.each<[string, boolean, number]>([
    ["R", true, 1],
    ["r", false, 0],
    ["RR", true, 1],
    ["Rr", false, 0],
    ["RO", true, 1],
    ["Ro", true, 1 / 2],
    ["Roo", true, 1 / 3],
    ["rO", false, 0],
    ["rOOOO", false, 0],
    ["RROo", true, 3 / 4],
    ["ORo", true, 2 / 3],
  ])("of %s", async (pattern, passed, reward) => {
    const checks = Array.from(pattern, (letter, index) =>
      (letter.toUpperCase() === "R" ? check : optional)(`${letter}${index}`, letter !== letter.toLowerCase()),
    );
    const graded = await gradeWith(() => checks);
    const labels = (letter: string): string[] =>
      checks.map(({ label }) => label).filter((label) => label.startsWith(letter));
    expect(graded).toEqual({
      passed,
      reward,
      checks: checks.map(({ label, passed: isPassed, required }) => ({
        label,
        passed: isPassed,
        detail: "",
        required,
      })),
      requiredPassed: labels("R").length,
      requiredTotal: labels("R").length + labels("r").length,
      failedRequired: labels("r"),
      checksPassed: labels("R").length + labels("O").length,
      checksFailed: labels("r").length + labels("o").length,
    });
  });

  it("is above 0 exactly where the run passed, and 1 only where all passed", async () => {
    const checks = fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(checks, async (drawn) => {
        const list = [[true, drawn[0]![1]] as const, ...drawn].map(([required, passed], index) =>
          (required ? check : optional)(String(index), passed),
        );
        const { passed, reward } = await gradeWith(() => list);
        expect(reward > 0).toBe(passed);
        expect(reward === 1).toBe(list.every((item) => item.passed));
        expect(passed).toBe(list.every((item) => item.passed || !item.required));
      }),
      { seed: 7, numRuns: 100 },
    );
  });

  it("keeps details, and leaves out what is no part of a check", async () => {
    const odd = { ...check("L", true, "found 2"), extra: 1 } as VerifierCheck;
    expect((await gradeWith(() => [odd])).checks).toEqual([
      { label: "L", passed: true, detail: "found 2", required: true },
    ]);
  });
});

describe("a verifier that does not grade leaves the run ungraded", () => {
  const hidden = (): never => {
    throw new Error("read me not");
  };
  const sparse = [check("a", true)];
  sparse.length = 2;

  it.each<[string, () => unknown, RegExp]>([
    [
      "throws",
      () => {
        throw new TypeError("x is not iterable");
      },
      /^it threw TypeError: x is not iterable$/,
    ],
    [
      "throws a text",
      () => {
        throw "no such deal";
      },
      /^it threw no such deal$/,
    ],
    [
      "throws null",
      () => {
        throw null;
      },
      /^it threw null$/,
    ],
    [
      "throws what cannot be read",
      () => {
        throw Object.defineProperty(new Error("x"), "message", { get: hidden });
      },
      /^it threw /,
    ],
    ["rejects", () => Promise.reject(new Error("later")), /^it threw later$/],
    ["returns nothing", () => undefined, /returned undefined, not an array/],
    ["returns null", () => null, /returned null, not an array/],
    ["returns a verdict", () => true, /returned a boolean, not an array/],
    ["returns one check", () => check("a", true), /returned an object, not an array/],
    ["returns a Set", () => new Set([check("a", true)]), /returned an object, not an array/],
    ["returns no check", () => [], /no required check/],
    ["returns optional checks only", () => [optional("a", true)], /no required check/],
    ["returns null as a check", () => [check("a", true), null], /^item 1 of/],
    ["returns a hole as a check", () => sparse, /^item 1 of/],
    ["returns a promise as a check", () => [Promise.resolve(check("a", true))], /^item 0 of/],
    ["passes a text for passed", () => [check("a", "yes" as unknown as boolean)], /^item 0 of/],
    ["passes undefined for passed", () => [check("a", undefined as unknown as boolean)], /^item 0 of/],
    ["passes a number as detail", () => [check("a", true, 3 as unknown as string)], /^item 0 of/],
    ["makes a check without required", () => [{ label: "a", passed: true }], /^item 0 of/],
    [
      "returns a check that cannot be read",
      () => [Object.defineProperty({}, "label", { get: hidden })],
      /^it threw read me not$/,
    ],
    [
      "returns an array that cannot be read",
      () => new Proxy([], { get: (_, key) => (key === "then" ? undefined : hidden()) }),
      /^it threw read me not$/,
    ],
  ])("%s", async (_name, run, reason) => {
    expect((await faultOf(run)).reason).toMatch(reason);
  });

  it("keeps what was thrown as the cause", async () => {
    const thrown = new Error("x");
    const { cause } = await faultOf(() => {
      throw thrown;
    });
    expect(cause).toBe(thrown);
  });
});

describe("what a verifier gets", () => {
  const state = (): {
    list: { n: number }[];
    by: Record<string, { n: number }>;
    map: Map<string, { n: number }>;
  } => ({
    list: [{ n: 1 }],
    by: { a: { n: 1 } },
    map: new Map([["k", { n: 1 }]]),
  });

  it.each<
    [
      string,
      (final: ReturnType<typeof state>, initial: ReturnType<typeof state>, context: VerifierContext) => void,
    ]
  >([
    ["the final state", (final) => (final.list[0]!.n = 2)],
    ["the final state's list", (final) => void final.list.push({ n: 2 })],
    ["the initial state", (_, initial) => (initial.by["a"]!.n = 2)],
    ["the initial state by deleting", (_, initial) => delete initial.by["a"]],
    ["what a Map holds", (final) => (final.map.get("k")!.n = 2)],
    ["the task", (_1, _2, given) => (given.task.title = "x")],
    ["the trace", (_1, _2, given) => void (given.trace as unknown[]).pop()],
    ["the answer", (_1, _2, given) => (given.agentOutput = "43")],
  ])("cannot be changed: %s", async (_name, change) => {
    const states = { initialState: state(), finalState: state() };
    const { reason } = await faultOf((...args: Parameters<typeof change>) => {
      change(...args);
      return [check("a", true)];
    }, states);
    expect(reason).toMatch(/TypeError: Cannot/);
    expect(states).toEqual({ initialState: state(), finalState: state() });
    expect(context).toMatchObject({ agentOutput: "42", task: { title: "T" }, trace: [{ seq: 1 }] });
  });

  it("is a copy: entries of a Map can be set, and that changes nothing that is recorded", async () => {
    const states = { initialState: state(), finalState: state() };
    const graded = await gradeWith((final: ReturnType<typeof state>) => {
      final.map.clear();
      return [check("a", final.map.size === 0)];
    }, states);
    expect(graded.passed).toBe(true);
    expect(states.finalState.map.size).toBe(1);
  });

  it("is the final state, the initial state and the context, in that order; it may answer later", async () => {
    const graded = await gradeWith(
      async (final: unknown, initial: unknown, { agentOutput, task: given, trace }) => {
        await Promise.resolve();
        return [
          check(
            "all",
            JSON.stringify([final, initial, agentOutput, given, trace]) ===
              JSON.stringify([{ n: 2 }, { n: 1 }, "42", task, context.trace]),
          ),
        ];
      },
      { initialState: { n: 1 }, finalState: { n: 2 } },
    );
    expect(graded.passed).toBe(true);
  });

  it("is called as a method", async () => {
    const own = {
      ...verifier(() => []),
      label: "mine",
      check(this: { label: string }) {
        return [check(this.label, true)];
      },
    };
    const graded = await grade({ verifier: own, initialState: {}, finalState: {}, context });
    expect(graded.checks[0]?.label).toBe("mine");
  });
});
