import { canonicalJson } from "./canonical-json.js";
import { byCodeUnit } from "./by-code-unit.js";
import type { JsonValue } from "./json-copy.js";
import { pairCalls } from "./pair-calls.js";
import type { StoredRun } from "./read-run.js";
import type { CheckRecord, TerminationReason, Verdict } from "./result.js";
import type { RunConfig, RunHashes } from "./run.js";
import type { StateDiff } from "./state-diff.js";
import type { TraceEvent, TraceEventOf } from "./trace.js";

/** What two runs have that differs; undefined where a run has none. */
export interface Difference<T> {
  a: T | undefined;
  b: T | undefined;
}

/** A difference of one of several things of a kind. */
export interface NamedDifference<T, Name extends string = string> extends Difference<T> {
  name: Name;
}

/** What a state-diff says of one place. An entity has no `from` and `to`. */
export interface PlaceChange {
  change: "added" | "removed" | "changed";
  from?: JsonValue;
  to?: JsonValue;
}

/** A call and what it gave; one that was not answered has no `output` and no `isError`. */
export interface RecordedCall {
  tool: string;
  input: JsonValue;
  output?: JsonValue;
  isError?: boolean;
}

/** The first call that differs, counted from 0. A run that made fewer calls has none there. */
export interface CallDifference extends Difference<RecordedCall> {
  index: number;
  /** `call`: another tool or input, which is the agent's doing. `answer`: the same call gave something else. */
  differs: "call" | "answer";
}

/** How two runs differ. What is undefined or empty is the same in both. */
export interface RunComparison {
  /** Whether both did the same and ended the same: nothing before `task` differs. */
  isSame: boolean;
  verdict: Difference<Verdict> | undefined;
  reward: Difference<number | null> | undefined;
  terminationReason: Difference<TerminationReason> | undefined;
  agentOutput: Difference<string> | undefined;
  /** Calls made, refused ones included. */
  toolCalls: Difference<number> | undefined;
  toolErrors: Difference<number> | undefined;
  /** Checks by label: passed in one run only, with another detail, or in one run only. */
  checks: NamedDifference<CheckRecord>[];
  /** Places of the state-diffs, `collection.id` or the field, in code-unit order. */
  statePlaces: NamedDifference<PlaceChange>[];
  firstDifferentCall: CallDifference | undefined;
  /** Environment and task id. This and the next two say that the runs were not given the same. */
  task: Difference<string> | undefined;
  hashes: NamedDifference<string | null, keyof RunHashes>[];
  /** Limits (counts, milliseconds, MiB, US dollars) and grants. */
  config: NamedDifference<JsonValue, Exclude<keyof RunConfig, "agentPath">>[];
}

/**
 * What differs between two runs, as data (contract A2). Of a run that was killed, what is known is compared; what it
 * lacks is undefined and so differs.
 */
export function compareRuns(a: StoredRun, b: StoredRun): RunComparison {
  const outcome = {
    verdict: difference(a.result?.verdict, b.result?.verdict),
    reward: difference(a.result?.reward, b.result?.reward),
    terminationReason: difference(reasonOf(a), reasonOf(b)),
    agentOutput: difference(a.result?.agentOutput, b.result?.agentOutput),
    toolCalls: difference(toolCallsOf(a), toolCallsOf(b)),
    toolErrors: difference(toolErrorsOf(a), toolErrorsOf(b)),
    checks: differences(checksOf(a), checksOf(b)),
    statePlaces: differences(placesOf(a), placesOf(b)).sort((x, y) => byCodeUnit(x.name, y.name)),
    firstDifferentCall: firstDifferentCall(callsOf(a), callsOf(b)),
  };
  const isSame = Object.values(outcome).every(
    (found) => found === undefined || (Array.isArray(found) && found.length === 0),
  );
  return {
    isSame,
    ...outcome,
    task: difference(taskOf(a), taskOf(b)),
    hashes: differences(membersOf(a.run?.hashes), membersOf(b.run?.hashes)),
    config: differences(configOf(a), configOf(b)),
  };
}

function difference<T>(a: T | undefined, b: T | undefined): Difference<T> | undefined {
  return isEqual(a, b) ? undefined : { a, b };
}

function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  return canonicalJson(a, "a run") === canonicalJson(b, "a run");
}

interface Named<T, Name extends string = string> {
  name: Name;
  value: T;
}

/** In the order of `a`, then what only `b` has. The second thing of one name is compared with the second. */
function differences<T, Name extends string>(
  a: Named<T, Name>[],
  b: Named<T, Name>[],
): NamedDifference<T, Name>[] {
  const inA = byOccurrence(a);
  const inB = byOccurrence(b);
  return [...new Map([...inA, ...inB])]
    .map(([key, { name }]) => ({ name, a: inA.get(key)?.value, b: inB.get(key)?.value }))
    .filter((found) => !isEqual(found.a, found.b));
}

function byOccurrence<T, Name extends string>(items: Named<T, Name>[]): Map<string, Named<T, Name>> {
  const counts = new Map<string, number>();
  return new Map(
    items.map((item) => {
      const count = counts.get(item.name) ?? 0;
      counts.set(item.name, count + 1);
      return [JSON.stringify([item.name, count]), item];
    }),
  );
}

function membersOf<T extends object>(
  object: T | undefined,
): Named<Exclude<T[keyof T], undefined>, keyof T & string>[] {
  const entries = Object.entries(object ?? {}) as [keyof T & string, Exclude<T[keyof T], undefined>][];
  return entries.map(([name, value]) => ({ name, value }));
}

function checksOf({ result }: StoredRun): Named<CheckRecord>[] {
  return (result?.checks ?? []).map((check) => ({ name: check.label, value: check }));
}

function configOf({ config }: StoredRun): Named<JsonValue, Exclude<keyof RunConfig, "agentPath">>[] {
  if (config === undefined) return [];
  const { agentPath: _, ...rest } = config;
  return membersOf(rest);
}

function taskOf({ environment, task }: StoredRun): string | undefined {
  return environment === undefined || task === undefined ? undefined : `${environment} ${task.id}`;
}

function placesOf({ stateDiff }: StoredRun): Named<PlaceChange>[] {
  const { scalars, collections }: StateDiff = stateDiff ?? { scalars: [], collections: {} };
  const places = scalars.map(({ field, ...values }): Named<PlaceChange> => {
    const change = !("from" in values) ? "added" : !("to" in values) ? "removed" : "changed";
    return { name: field, value: { change, ...values } };
  });
  for (const [collection, lists] of Object.entries(collections)) {
    for (const change of ["added", "removed", "changed"] as const) {
      for (const id of lists[change]) {
        places.push({ name: collection === "" ? id : `${collection}.${id}`, value: { change } });
      }
    }
  }
  return places;
}

function eventsOf<Type extends TraceEvent["type"]>({ trace }: StoredRun, type: Type): TraceEventOf<Type>[] {
  return trace.events.filter((event): event is TraceEventOf<Type> => event.type === type);
}

function reasonOf(stored: StoredRun): TerminationReason | undefined {
  const { run, result } = stored;
  return (
    run?.terminationReason ?? result?.terminationReason ?? eventsOf(stored, "run_end")[0]?.terminationReason
  );
}

function toolCallsOf(stored: StoredRun): number {
  return stored.result?.toolCalls ?? eventsOf(stored, "tool_call").length;
}

function toolErrorsOf(stored: StoredRun): number {
  return stored.result?.toolErrors ?? eventsOf(stored, "tool_result").filter(({ isError }) => isError).length;
}

function callsOf({ trace }: StoredRun): RecordedCall[] {
  return pairCalls(trace.events).map(({ call: { tool, input }, result }) =>
    result ? { tool, input, output: result.output, isError: result.isError } : { tool, input },
  );
}

function firstDifferentCall(a: RecordedCall[], b: RecordedCall[]): CallDifference | undefined {
  const length = Math.max(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const [inA, inB] = [a[index], b[index]];
    if (isEqual(inA, inB)) continue;
    const isSameCall = inA?.tool === inB?.tool && isEqual(inA?.input, inB?.input);
    return { index, differs: isSameCall ? "answer" : "call", a: inA, b: inB };
  }
  return undefined;
}
