import { canonicalJson } from "./canonical-json.js";
import { jsonCopy } from "./json-copy.js";
import type { RunResult } from "./result.js";
import type { StateDiff } from "./state-diff.js";

/** A value that an author or an agent made, as against a field of ours. */
class Free {
  readonly text: string;
  constructor(value: unknown) {
    this.text = canonicalJson(value, "a record");
  }
}

function print(value: unknown, indent: string): string {
  if (value instanceof Free) return value.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return `[\n${value.map((item) => inner + print(item, inner)).join(",\n")}\n${indent}]`;
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) return "{}";
  const lines = members.map(([key, member]) => `${inner}${JSON.stringify(key)}: ${print(member, inner)}`);
  return `{\n${lines.join(",\n")}\n${indent}}`;
}

/**
 * A record as indented JSON with a newline at its end; members stand in the order that they have. Throws
 * `value_not_json` where JSON cannot hold it.
 */
export function formatRecord(record: object): string {
  return `${print(jsonCopy(record, "a record"), "")}\n`;
}

/** The bytes of `result.json`: the fields in the order of contract A1 (A2). */
export function formatResult(result: RunResult): string {
  const { passed, reward, requiredPassed, requiredTotal, failedRequired, checksPassed, checksFailed } =
    result;
  const { toolCalls, toolErrors, terminationReason, agentOutput, error, checks, verdict } = result;
  return formatRecord({
    passed,
    reward,
    requiredPassed,
    requiredTotal,
    failedRequired,
    checksPassed,
    checksFailed,
    toolCalls,
    toolErrors,
    terminationReason,
    agentOutput,
    error,
    checks: checks.map(({ label, passed: isPassed, detail, required }) => ({
      label,
      passed: isPassed,
      detail,
      required,
    })),
    verdict,
  });
}

/** The bytes of `state-diff.json`: our fields in the order of contract A1, values of the world in that of RFC 8785 (contract A2). */
export function formatStateDiff(difference: StateDiff): string {
  const record = {
    scalars: difference.scalars.map((scalar) => ({
      field: scalar.field,
      from: "from" in scalar ? new Free(scalar.from) : undefined,
      to: "to" in scalar ? new Free(scalar.to) : undefined,
    })),
    collections: Object.fromEntries(
      Object.entries(difference.collections).map(([name, { added, removed, changed }]) => [
        name,
        { added, removed, changed },
      ]),
    ),
  };
  return `${print(record, "")}\n`;
}
