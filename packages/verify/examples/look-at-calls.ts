import { called, calledBefore, neverCalled, type VerifierContext } from "@silo/verify";

const at = "2026-09-15T08:00:00.000Z";
const given = { output: {}, durationMs: 1, isError: false, changed: [] };
const customer = { customerId: "CUS-1" };

// A refund that was refused, then what should have come first, then the refund.
const trace: VerifierContext["trace"] = [
  { seq: 1, type: "tool_call", at, callId: "call_1", tool: "refund", input: { ...customer, amount: 20 } },
  { seq: 2, type: "tool_result", at, callId: "call_1", tool: "refund", ...given, isError: true },
  { seq: 3, type: "tool_call", at, callId: "call_2", tool: "verify_customer", input: customer },
  { seq: 4, type: "tool_result", at, callId: "call_2", tool: "verify_customer", ...given },
  { seq: 5, type: "tool_call", at, callId: "call_3", tool: "refund", input: { ...customer, amount: 20 } },
  { seq: 6, type: "tool_result", at, callId: "call_3", tool: "refund", ...given },
];

console.log(called(trace, "refund", { amount: 20 }), called(trace, "refund", { amount: 25 }));
console.log(calledBefore(trace, { tool: "verify_customer", where: customer }, "refund"));
console.log(neverCalled(trace, "refund", { amount: 25 }), neverCalled(trace, "refund"));
