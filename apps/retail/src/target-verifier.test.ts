import type { VerifierContext } from "@silo/runtime";
import { expect, it } from "vitest";
import { createState } from "../.silo/environments/retail/index.js";
import type { State } from "../.silo/environments/retail/state.js";
import { targetVerifier } from "../.silo/environments/retail/verifiers/target-verifier.js";

const target = createState();
const cancelled = { ...target.orders["#W1000001"], status: "cancelled" };
const verifier = targetVerifier({
  id: "VER-1",
  taskId: "TASK-1",
  name: "Cancelled, and one order gone",
  changes: [
    { collection: "orders", id: "#W1000001", value: cancelled },
    { collection: "orders", id: "#W1000003" },
  ],
  told: ["85.40", "visa"],
});

/** Labels of the checks that fail. */
async function failed(act: (state: State) => void, answer = "", failedTool?: string): Promise<string[]> {
  const final = createState();
  act(final);
  const at = "2026-01-01T00:00:00.000Z";
  const trace: VerifierContext["trace"] = failedTool
    ? [
        {
          seq: 1,
          type: "tool_result",
          at,
          callId: "call_1",
          tool: failedTool,
          output: {},
          durationMs: 1,
          isError: true,
          changed: [],
        },
      ]
    : [];
  const task = { id: "TASK-1", title: "T", instruction: "I", verifierId: "VER-1" };
  const checks = await verifier.check(final, createState(), { agentOutput: answer, task, trace });
  return checks
    .filter(({ passed }) => !passed)
    .map(({ label, required }) => `${required ? "" : "? "}${label}`);
}

function solve({ orders }: State): void {
  orders["#W1000001"]!.status = "cancelled";
  delete orders["#W1000003"];
}

it("passes what is as the target says, whatever form the answer has", async () => {
  expect(await failed(solve, "It was $85.4, paid by Visa.")).toEqual([]);
});

it("fails one that did nothing, in every change", async () => {
  expect(await failed(() => {}, "85.40, visa")).toEqual([
    "orders.#W1000001 is as it is to be",
    "orders.#W1000003 is as it is to be",
  ]);
});

it("fails what changed beside the target, also in the record itself", async () => {
  const more = (state: State): void => {
    solve(state);
    state.orders["#W1000001"]!.cancel_reason = "no longer needed";
    state.users["otto_lind_1002"]!.email = "otto@example.org";
    delete state.orders["#W1000004"];
  };
  expect(await failed(more, "85.40, visa")).toEqual([
    "orders.#W1000001 is as it is to be",
    "Nothing else changed",
  ]);
});

it("only pays less for an answer that tells less, and for a call that failed", async () => {
  expect(await failed(solve, "Done.", "get_order_details")).toEqual([
    "? The answer tells 85.40",
    "? The answer tells visa",
    "? No tool call failed",
  ]);
});
