import type { AgentStep } from "@silo/artifacts";
import { canonicalJson, type JsonValue } from "@silo/artifacts/json";

/** What a command is known by when a run goes on after a question. */
export interface CommandId {
  path: string;
  command: string;
  input: JsonValue;
}

/**
 * What had finished before a question. The commands of one scope (a function, a branch, an iteration) run one after the
 * other, so each must be the next that is recorded of its scope, until there is none.
 */
export class Replay {
  readonly #steps: readonly AgentStep[];
  readonly #scopes = new Map<string, AgentStep[]>();

  constructor(steps: readonly AgentStep[]) {
    this.#steps = steps;
    for (const step of steps) {
      // A branch is no command: it is there for the reader.
      if (step.command === "branch") continue;
      const scope = scopeOf(step.path);
      const known = this.#scopes.get(scope);
      if (known) known.push(step);
      else this.#scopes.set(scope, [step]);
    }
  }

  /** The record of a command, undefined where it had not finished; or how it differs from what was recorded. */
  take({ path, command, input }: CommandId): { step: AgentStep | undefined } | { difference: string } {
    const scope = this.#scopes.get(scopeOf(path)) ?? [];
    const [next] = scope;
    if (next === undefined) return { step: undefined };
    const isSame = next.path === path && next.command === command && isSameJson(next.input, input);
    if (!isSame)
      return {
        difference: `The resumed flow ran ${describe({ path, command, input })}, where before its question it ran ${describe(next)}. ${rule}`,
      };
    scope.shift();
    return { step: next };
  }

  /** What is left of a scope that has ended. */
  rest(scope: string): { difference: string } | undefined {
    const [next] = this.#scopes.get(scope) ?? [];
    if (next === undefined) return undefined;
    return {
      difference: `The resumed flow came to the end of ${scope}, where before its question it ran ${describe(next)}. ${rule}`,
    };
  }

  /** What was recorded below a path, in its order; of one command, where it is given. */
  below(path: string, command: string): AgentStep[] {
    return this.#steps.filter((step) => step.command === command && step.path.startsWith(`${path}.`));
  }
}

const rule = "A resumed flow must do again what it did until its question.";

/** Names hold no dots. */
function scopeOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf(".")));
}

function describe({ path, command, input }: { path: string; command: string; input: unknown }): string {
  if (input === null || input === undefined) return `${command} ${path}`;
  const text = JSON.stringify(input);
  return `${command} ${path} with ${text.length > 200 ? `${text.slice(0, 200)}…` : text}`;
}

function isSameJson(a: unknown, b: unknown): boolean {
  return canonicalJson(a, "a record") === canonicalJson(b, "a record");
}
