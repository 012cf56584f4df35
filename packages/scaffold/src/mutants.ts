import { canonicalJson, type JsonValue } from "@silo/artifacts";
import type { ProvedTool, Script, ScriptCall } from "@silo/runtime";
import { answerMutations } from "./mutants-answer.js";
import { argumentMutations, placesOf, shown, withValue } from "./mutants-argument.js";
import { isObject, WorldEntities, type JsonObject } from "./mutants-entities.js";
import { madeUpCalls } from "./mutants-extra-call.js";

/** The solution of a task, wrong in one way. */
export interface Mutant {
  /** What was done to the solution, as findings and waivers name it. */
  mutation: string;
  script: Script;
}

export interface MutantOptions {
  solution: Script;
  tools: readonly ProvedTool[];
  /** Before the first call. */
  initialState: JsonValue;
  /** After the last one: what the solution made has ids too. */
  finalState: JsonValue;
  /** Calls of the solutions of other tasks. */
  otherCalls: readonly ScriptCall[];
}

interface Parts extends MutantOptions {
  byName: ReadonlyMap<string, ProvedTool>;
  entities: WorldEntities;
  /** Where in the solution the calls that may write stand. */
  writes: number[];
}

/**
 * The mutants of a solution (contract S7), always the same ones in the same order: first one of each way to be wrong,
 * then the next of each. Calls that only read are left alone, since no world and no answer comes from them.
 */
export function makeMutants(options: MutantOptions): Mutant[] {
  const { solution, tools, initialState, finalState } = options;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const writes = solution.calls.flatMap(({ tool }, index) =>
    byName.get(tool)?.effect === "read" ? [] : [index],
  );
  const parts: Parts = { ...options, byName, entities: new WorldEntities(initialState), writes };
  const after = new WorldEntities(finalState);
  const answers = answerMutations(solution.answer, after).map(({ change, answer }) => ({
    mutation: `answer: ${change}`,
    script: { calls: solution.calls, answer },
  }));
  const ways = [
    dropped(parts),
    answers,
    ...writes.map((index) => withOtherArguments(parts, index)),
    swapped(parts),
    repeated(parts),
    extended(parts, options.otherCalls),
    extended(parts, madeUpCalls(tools, parts.entities)),
  ];
  return distinct(inTurns(ways), solution);
}

function dropped({ solution, writes }: Parts): Mutant[] {
  const single = writes.map((index) => ({
    mutation: `${nameOf(solution, index)} left out`,
    script: { ...solution, calls: solution.calls.toSpliced(index, 1) },
  }));
  const calls = solution.calls.filter((_, index) => !writes.includes(index));
  return [...single, { mutation: "every call that writes left out", script: { ...solution, calls } }];
}

function withOtherArguments({ solution, byName, entities }: Parts, index: number): Mutant[] {
  const { tool, input } = callAt(solution, index);
  if (!isObject(input)) return [];
  return argumentMutations(input, schemaOf(byName, tool), entities).map(({ path, change, input: other }) => ({
    mutation: `${nameOf(solution, index)}: ${path} ${change}`,
    script: withCall(solution, index, other),
  }));
}

/** Two calls of one tool exchange an argument, and so do two arguments of one call that name things of one kind. */
function swapped({ solution, byName, entities, writes }: Parts): Mutant[] {
  const mutants: Mutant[] = [];
  const exchange = (a: ArgumentOf, b: ArgumentOf, mutation: string): void => {
    const first = withCall(solution, a.call, withValue(inputAt(solution, a.call), a.path, b.value));
    const script = withCall(first, b.call, withValue(inputAt(first, b.call), b.path, a.value));
    mutants.push({ mutation, script });
  };
  const argumentsOf = (call: number): ArgumentOf[] =>
    placesOf(inputAt(solution, call), schemaOf(byName, callAt(solution, call).tool))
      .filter(({ value }) => typeof value !== "object" || value === null)
      .map(({ path, value }) => ({ call, path, value }));
  for (const [order, call] of writes.entries()) {
    const own = argumentsOf(call);
    for (const [index, a] of own.entries()) {
      for (const b of own.slice(index + 1)) {
        if (a.value === b.value || !isOneKind(a.value, b.value, entities)) continue;
        exchange(a, b, `${nameOf(solution, call)}: ${pathOf(a)} and ${pathOf(b)} exchanged`);
      }
    }
    const next = writes
      .slice(order + 1)
      .find((later) => callAt(solution, later).tool === callAt(solution, call).tool);
    if (next === undefined) continue;
    for (const a of own) {
      const b = argumentsOf(next).find((other) => pathOf(other) === pathOf(a));
      if (b === undefined || a.value === b.value) continue;
      exchange(a, b, `${nameOf(solution, call)} and call ${next + 1}: ${pathOf(a)} exchanged`);
    }
  }
  return mutants;
}

interface ArgumentOf {
  call: number;
  path: string[];
  value: JsonValue;
}

function pathOf({ path }: ArgumentOf): string {
  return path.join(".");
}

function isOneKind(a: JsonValue, b: JsonValue, entities: WorldEntities): boolean {
  if (typeof a !== "string" || typeof b !== "string") return false;
  const collection = entities.collectionOf(a);
  return collection !== undefined && collection === entities.collectionOf(b);
}

/** A call is made twice, or once more with another target. */
function repeated({ solution, entities, writes, byName }: Parts): Mutant[] {
  const twice = writes.map((index) => ({
    mutation: `${nameOf(solution, index)} made twice`,
    script: { ...solution, calls: solution.calls.toSpliced(index, 0, callAt(solution, index)) },
  }));
  const again = writes.flatMap((index) => {
    const { tool } = callAt(solution, index);
    const input = inputAt(solution, index);
    const target = placesOf(input, schemaOf(byName, tool)).find(
      ({ value }) => typeof value === "string" && entities.has(value),
    );
    if (target === undefined) return [];
    return entities
      .othersOf(String(target.value))
      .slice(0, 2)
      .map((other) => {
        const more = { tool, input: withValue(input, target.path, other) };
        return {
          mutation: `${nameOf(solution, index)} also made with ${target.path.join(".")} ${shown(other)}`,
          script: { ...solution, calls: solution.calls.toSpliced(index + 1, 0, more) },
        };
      });
  });
  return inTurns([again, twice]);
}

/** One call more, at the end. */
function extended({ solution, byName }: Parts, calls: readonly ScriptCall[]): Mutant[] {
  return calls
    .filter(({ tool }) => byName.get(tool)?.effect === "write")
    .map((call) => ({
      mutation: `also ${call.tool} ${canonicalJson(call.input, "the arguments")}`,
      script: { ...solution, calls: [...solution.calls, call] },
    }));
}

function inTurns(lists: Mutant[][]): Mutant[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, turn) =>
    lists.flatMap((list) => list.slice(turn, turn + 1)),
  ).flat();
}

/** Each script and each name once, and never the solution itself. */
function distinct(mutants: readonly Mutant[], solution: Script): Mutant[] {
  const textOf = ({ calls, answer }: Script): string => canonicalJson({ calls, answer }, "the script");
  const seen = new Set([textOf(solution)]);
  return mutants.filter(({ mutation, script }) => {
    const text = textOf(script);
    if (seen.has(text) || seen.has(mutation)) return false;
    seen.add(text).add(mutation);
    return true;
  });
}

function nameOf(solution: Script, index: number): string {
  return `call ${index + 1} (${callAt(solution, index).tool})`;
}

function callAt(script: Script, index: number): ScriptCall {
  return script.calls[index] as ScriptCall;
}

function inputAt(script: Script, index: number): JsonObject {
  const { input } = callAt(script, index);
  return isObject(input) ? input : {};
}

function withCall(script: Script, index: number, input: JsonObject): Script {
  return { ...script, calls: script.calls.with(index, { tool: callAt(script, index).tool, input }) };
}

function schemaOf(byName: ReadonlyMap<string, ProvedTool>, tool: string): JsonObject {
  return byName.get(tool)?.inputSchema ?? {};
}
