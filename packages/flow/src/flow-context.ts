import type { JsonValue } from "@silo/artifacts/json";
import { note, runCommand } from "./command.js";
import { callFunction, runLoop, runParallel, type FlowFunction } from "./control.js";
import { FlowError, placeOf } from "./flow-error.js";
import type { FlowRun, VariableSet } from "./flow-run.js";
import type { Flow } from "./types.js";

/** Registered: a command of another entry point finds the run of a flow, whichever copy made it. */
const runKey = Symbol.for("@silo/flow/run");

/** What every flow has, so that nothing else can have these names. */
export const commandNames = [
  ...["task", "tools", "consts", "variables", "outputs", "signal"],
  ...["tool", "step", "call", "parallel", "loop", "ask", "log", "output", "set", "end", "fail"],
];

/** The run behind what a flow acts through, for commands of other entry points: see `runCommand`. */
export function runOf(flow: object): FlowRun {
  const run = (flow as { [runKey]?: FlowRun })[runKey];
  if (!run) throw new TypeError("A command needs the flow that main and functions are given.");
  return run;
}

/** What `main` and the functions act through. */
export function openContext(
  run: FlowRun,
  { consts, functions }: { consts: Record<string, unknown>; functions: Record<string, FlowFunction> },
): Flow {
  const running = new Set<string>();
  const { input } = run;
  const flow: Flow = {
    task: input.task,
    tools: input.tools,
    consts,
    signal: run.signal,
    outputs: Object.freeze([...(input.conversation?.outputs ?? [])]),
    get variables() {
      return structuredClone(run.variables);
    },
    tool: <T>(name: string, { tool, input: args, onError }: Parameters<Flow["tool"]>[1]) =>
      runCommand<unknown>(run, {
        kind: "tool",
        what: `The tool ${tool}`,
        name,
        input: { tool, input: args },
        recordedBy: "host",
        perform: ({ path }) => callTool(run, { tool, args, path }),
        onError,
      }) as Promise<T>,
    step: (name, work, { onError } = {}) =>
      runCommand(run, {
        kind: "step",
        what: "The step",
        name,
        input: null,
        perform: async ({ path, signal }) => work({ path, signal }),
        onError,
      }) as Promise<never>,
    call: (name: string, args?: unknown) =>
      callFunction(run, { flow, functions, running }, name, args) as Promise<never>,
    parallel: (name, branches) => runParallel(run, name, branches),
    loop: (name, loop) => runLoop(run, name, loop),
    ask: (name, question) => ask(run, name, question),
    log: (message, data) =>
      void note(run, { kind: "log", input: data === undefined ? message : { message, data } }),
    output: (value) =>
      void note(run, {
        kind: "output",
        input: value,
        write: (output, isRecorded) => {
          // Those that are recorded are there from the beginning, in their order.
          if (!isRecorded) run.outputs.push(output);
        },
      }),
    set: (name, value) =>
      void note(run, {
        kind: "set",
        input: { name, value },
        write: (given) => run.set(given as unknown as VariableSet),
      }),
    end: () => {
      note(run, { kind: "end", input: null, write: () => refuseInTool(run) });
      throw run.halt({ kind: "end" });
    },
    fail: (message) => {
      if (typeof message !== "string" || message.trim() === "")
        throw new TypeError("fail(message) takes a text that is not empty.");
      const path = note(run, { kind: "fail", input: message });
      throw run.halt({ kind: "given_up", message, path });
    },
  };
  Object.defineProperty(flow, runKey, { value: run });
  return flow;
}

/** What a model called as a tool gives it a result, or fails. */
function refuseInTool({ scope }: FlowRun): void {
  if (!scope.isTool) return;
  const { path } = scope;
  const message = `The flow cannot be ended at ${placeOf(path)}, which a model called as a tool: return, or fail.`;
  throw new FlowError(message, { code: "end_not_allowed", path });
}

/** A call whose error is thrown. One that came when the run had ended is that end, and no error of the tool. */
export async function callTool(
  run: FlowRun,
  { tool, args, path }: { tool: string; args: unknown; path: string },
): Promise<JsonValue> {
  const result = await run.input.callTool(tool, args, { path }).catch((cause: unknown) => {
    const error = new Error(`callTool failed at ${path}, where it must give an error as a value.`, { cause });
    throw run.halt({ kind: "fault", error, path, resultCode: "errorInSilo" });
  });
  if (result.ended) throw run.halt({ kind: "ended", reason: run.input.signal?.reason });
  const output = result.output as JsonValue;
  if (!result.isError) return output;
  const { code, message } = (output ?? {}) as { code?: unknown; message?: unknown };
  const said = typeof message === "string" ? message : JSON.stringify(output);
  const kind = typeof code === "string" ? code : "tool_failed";
  throw new FlowError(`The tool ${tool} at ${placeOf(path)} failed: ${kind}: ${said}`, {
    code: kind,
    path,
    output,
  });
}

function ask(run: FlowRun, name: string, question: string): Promise<string> {
  return runCommand(run, {
    kind: "ask",
    what: "The question",
    name,
    input: question,
    perform: async ({ path, scope }) => {
      if (scope.isHandling)
        throw new FlowError(
          `The question at ${path} is not allowed: a run cannot pause while it handles an error.`,
          {
            code: "ask_not_allowed",
            path,
          },
        );
      if (typeof question !== "string" || question.trim() === "")
        throw new TypeError("ask(name, question) takes a question that is not empty.");
      const host = run.input.ask;
      if (!host) {
        const error = new Error(
          `The flow asks ${JSON.stringify(question)}, and was given no \`ask\` that could answer.`,
        );
        throw run.halt({ kind: "fault", error, path, resultCode: "errorInAgent" });
      }
      // One question at a time: it says where it is asked, and whether the run goes on hangs on it.
      while (run.asking) await run.goingOn();
      const asked = run.report({ type: "end", path }).then(() => host(question));
      const answer = asked.catch((cause: unknown) => {
        const error = new Error(`ask failed at ${path}, where it must give an answer or none.`, { cause });
        throw run.halt({ kind: "fault", error, path, resultCode: "errorInSilo" });
      });
      run.asking = answer;
      try {
        return await run.unlessStopped(answer);
      } finally {
        run.asking = undefined;
      }
    },
  });
}
