import type { KindFault, Need } from "./command-kind.js";
import type { FlowFinding } from "./flow-finding.js";
import { isThere, missing } from "./optional-dependency.js";

// An author's module may load a copy of this package of its own, so the list is found through the global registry.
const key = Symbol.for("@silo/flow/definition-findings");

/**
 * Adds to the list that whoever loads the flow to look at it has put there; false where there is none, and whoever found
 * them must throw.
 */
export function recordFindings(findings: readonly FlowFinding[]): boolean {
  const list = (globalThis as Record<symbol, unknown>)[key];
  if (!Array.isArray(list)) return false;
  list.push(...findings);
  return true;
}

export function faultFinding({ kind, code, profile, field, message }: KindFault): FlowFinding {
  return {
    code: code ?? "profile_invalid",
    message,
    kind,
    ...(profile === undefined ? {} : { profile }),
    field,
  };
}

/** What of a flow's needs is not met: packages as the agent's file finds them, variables of this process. */
export function findUnmet(
  needs: readonly Need[],
  { file, environment }: { file: string; environment: Readonly<Record<string, string | undefined>> },
): FlowFinding[] {
  return needs.flatMap((need): FlowFinding[] => {
    const { kind, profile } = need;
    const about = { kind, ...(profile === undefined ? {} : { profile }) };
    const user = profile === undefined ? kind : `profile "${profile}" of ${kind}`;
    if (need.type === "dependency") {
      if (isThere(need, file)) return [];
      const { message, suggestion } = missing({ ...need, neededBy: user });
      const command = suggestion?.example;
      return [
        { code: "dependency_missing", message, ...about, ...(command === undefined ? {} : { command }) },
      ];
    }
    const value = environment[need.name]?.trim();
    if (!value) {
      const message = `The environment variable ${need.name} is needed by ${user} and is not set.`;
      return [{ code: "variable_missing", message, ...about }];
    }
    // The value is not told: an address may hold a password.
    if (need.holds !== "address" || /^https?:$/.test(protocolOf(value))) return [];
    const message = `The environment variable ${need.name}, which ${user} takes for an address, is no http or https address.`;
    return [{ code: "address_invalid", message, ...about }];
  });
}

/** The error of the first package that is not there: a run that needs it does not begin. */
export function missingDependency(needs: readonly Need[], file: string): Error | undefined {
  const need = needs.find((one) => one.type === "dependency" && !isThere(one, file));
  if (need?.type !== "dependency") return undefined;
  return missing({ ...need, neededBy: `@silo/flow/${need.kind}` });
}

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : "";
}
