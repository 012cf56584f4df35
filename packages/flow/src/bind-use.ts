import type { JsonValue } from "@silo/artifacts/json";
import { runCommand } from "./command.js";
import type { CommandFunction, CommandKind, KindFault, KindHost } from "./command-kind.js";
import type { FlowFunction } from "./control.js";
import type { FlowRun } from "./flow-run.js";
import type { Caught, Flow } from "./types.js";

/** What a flow uses, by the names of its commands. */
export type Use = Readonly<Record<string, CommandKind<CommandFunction, string>>>;

/** Gives the flow of a run the commands of what it uses. Returns what closes all that they have opened. */
export function bindUse(
  run: FlowRun,
  {
    flow,
    functions,
    use,
    agentFile,
  }: { flow: Flow; functions: Record<string, FlowFunction>; use: Use; agentFile: string | undefined },
): () => Promise<void> {
  const closers: (() => void | Promise<void>)[] = [];
  for (const [member, kind] of Object.entries(use)) {
    const host: KindHost = {
      flow,
      functions,
      kinds: use,
      agentFile,
      recorded: (run.input.recorded ?? [])
        .filter(({ command }) => command === kind.kind)
        .map(({ path, input, output, error }) => ({
          path,
          input: input as JsonValue,
          output: output as JsonValue,
          ...(error === undefined ? {} : { error }),
        })),
      run: (name, { what, input, perform }, { onError } = {}) =>
        runCommand(run, {
          kind: kind.kind,
          what,
          name,
          input,
          perform: ({ signal, path }) => perform({ signal, path }),
          onError: onError as ((caught: Caught) => unknown) | undefined,
        }) as Promise<never>,
      onEnd: (close) => void closers.push(close),
    };
    Object.defineProperty(flow, member, { value: kind.bind(host), enumerable: true });
  }
  return async () => {
    await Promise.allSettled(closers.map(async (close) => close()));
  };
}

/** What is wrong with what a flow uses. */
export function useFaults(use: Use, functions: readonly string[]): KindFault[] {
  const profilesOf = (kind: string): readonly string[] =>
    Object.values(use).flatMap((one) => (one.kind === kind ? (one.profiles ?? []) : []));
  return Object.values(use).flatMap((kind) => [
    ...kind.faults,
    ...(kind.faultsIn?.({ functions, profilesOf }) ?? []),
  ]);
}
