import type { Use } from "../bind-use.js";
import { defineFlow } from "../flow.js";
import type { Caught, Flow, FlowAgent, FlowHooks } from "../types.js";
import { worldUse } from "./chaos-use.js";
import { play, refused, type Outcome, type Tools } from "./host.js";

/** What a way to fail comes to: an error that can be caught, or an end that cannot. */
export type Effect =
  | {
      error: string;
      /** What follows on the path of the command, or stands in its place. */
      at?: string;
      /** A timeout or a lost connection is behind it. */
      isUnreachable?: boolean;
    }
  /** `failed tool`: an error left a function that a model had called. */
  | { stop: "end" | "fail" | "ask" | "aborted" | "fault" | "refused" | "failed tool" };

export interface Way {
  kind: string;
  name: string;
  effect: Effect;
  /** Runs the command, which is called `target`. */
  act: (flow: Flow, more: { onError?: (caught: Caught) => unknown; abort: () => void }) => unknown;
  hooks?: FlowHooks;
  use?: Use;
}

export const positions = {
  main: "main",
  function: "main.outer",
  "nested function": "main.outer.inner",
  loop: "main.each[0]",
  branch: "main.both.a",
  "onError of a command": "main.bad.onError",
  "onError of a command in a function": "main.outer.bad.onError",
  "onError of a function": "main.outer.onError",
  "onError of main": "main.onError",
} as const;

export type Position = keyof typeof positions;

export interface Handling {
  command: boolean;
  tryCatch: boolean;
  function: boolean;
  main: boolean;
}

/** What happened in one run. */
export interface Seen extends Outcome {
  /** Who caught what, in order: `command not_found main.target`. */
  caught: string[];
}

const fails = (): never => {
  throw new Error("planted");
};
const tools: Tools = {
  refuse: () => refused("not_found", "None."),
  over: () => ({ ...refused("limit_exceeded", "Too late."), ended: true }),
  break: () => Promise.reject(new Error("the channel broke")),
};

/** One flow: what `way` does stands at `position`, with handlers where `handling` says so. */
export async function runChaos(way: Way, position: Position, handling: Handling): Promise<Seen> {
  const caught: string[] = [];
  const stop = new AbortController();
  const catching =
    (who: string) =>
    ({ exc }: Caught): void =>
      void caught.push(`${who} ${exc.code} ${exc.path}`);
  const abort = (): void => stop.abort(new Error("out of time"));
  const target = async (flow: Flow): Promise<void> => {
    const more = { abort, ...(handling.command && { onError: catching("command") }) };
    if (!handling.tryCatch) return void (await way.act(flow, more));
    try {
      await way.act(flow, more);
    } catch (error) {
      // A bare catch sees the end of the run too, and can do nothing about it.
      const exc = error as Caught["exc"];
      if (exc.name === "FlowError") catching("try")({ exc, result: null });
      await flow.step("recover", () => 1);
    }
  };
  const flow = build(way, { position, handling, target, catching, abort });
  const ask = { signal: stop.signal };
  const outcome = await play(
    flow,
    tools,
    way.effect && "stop" in way.effect && way.effect.stop === "aborted" ? ask : {},
  );
  return { ...outcome, caught };
}

interface Parts {
  position: Position;
  handling: Handling;
  target: (flow: Flow) => Promise<void>;
  catching: (who: string) => (caught: Caught) => void;
  abort: () => void;
}

function build(way: Way, { position, handling, target, catching, abort }: Parts): FlowAgent {
  const isIn = (...places: Position[]): boolean => places.includes(position);
  const ofFunction = handling.function
    ? { onError: (_flow: unknown, c: Caught) => catching("function")(c) }
    : {};
  const handled = { onError: (flow: unknown) => target(flow as Flow) };
  const outer = async (flow: Flow): Promise<void> => {
    if (isIn("function")) await target(flow);
    if (isIn("nested function")) await flow.call("inner");
    if (isIn("onError of a command in a function"))
      await flow.step("bad", fails, { onError: () => target(flow) });
    if (isIn("onError of a function")) fails();
  };
  const main = async (flow: Flow): Promise<void> => {
    flow.set("moved", true);
    flow.output("start");
    if (isIn("main")) await target(flow);
    if (positions[position].startsWith("main.outer")) await flow.call("outer");
    if (isIn("loop")) await flow.loop("each", { over: [1], run: () => target(flow) });
    if (isIn("branch"))
      await flow.parallel("both", {
        a: () => target(flow),
        b: () => flow.step("other", () => Promise.resolve(1)),
      });
    if (isIn("onError of a command")) await flow.step("bad", fails, { onError: () => target(flow) });
    if (isIn("onError of main")) fails();
    flow.output("after");
  };
  const onMain = isIn("onError of main")
    ? handled
    : handling.main
      ? { onError: (_flow: unknown, c: Caught) => catching("main")(c) }
      : {};
  const run = (work: (flow: Flow) => unknown) => ({ run: (flow: unknown) => work(flow as Flow) });
  return defineFlow({
    name: "chaos",
    version: "1.0.0",
    variables: { moved: false },
    limits: { maxLoopIterations: 2 },
    hooks: way.hooks ?? {},
    use: { ...worldUse, ...way.use },
    functions: {
      outer: {
        ...run(outer),
        ...(isIn("onError of a function") ? handled : isIn("nested function") ? {} : ofFunction),
      },
      inner: { ...run(target), ...ofFunction },
      throws: run(fails),
      gives_up: run((flow) => flow.fail("Given up.")),
      asks: run((flow) => flow.ask("which", "Which?")),
      ends: run((flow) => flow.end()),
      is_late: run((flow) => flow.step("late", () => abort())),
      again: run((flow) => flow.call("again")),
      unclear: run(() => ({ value: 1n })),
      picky: { args: { type: "object", properties: { id: { type: "string" } } } as const, ...run(() => 1) },
    },
    main: (flow) => main(flow as unknown as Flow),
    ...onMain,
  } as Parameters<typeof defineFlow>[0]);
}
