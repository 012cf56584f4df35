import { siloError } from "@silo/errors";
import type { JsonValue } from "@silo/artifacts/json";
import {
  graceMs,
  type AgentDesk,
  type AgentEnd,
  type AgentJob,
  type AgentSeat,
  type Variables,
} from "../agent-seat.js";
import { agentFailure, limitFailure } from "../failure.js";
import { longestMs, type RunLimits } from "../limits.js";
import { agentLoadFault } from "../read-agent.js";
import type { ReceivedArguments } from "../receive-arguments.js";
import { withinTime } from "../within-time.js";
import { endHost, type Host, type HostEnd } from "./host.js";
import type { BundlePlace, FromAgent, ToAgent, WireArguments } from "./messages.js";
import { fromWire } from "./wire-fault.js";

/** How many calls of an agent may be without an answer before its messages have to wait. */
const maxWaiting = 64;

/** How much longer than the limit a process has, to say itself that it is late. Milliseconds. */
export const overtimeMs = 500;

/**
 * Loads the agent into a process of its own. Throws the errors of `loadAgent`; the process is ended then. It serves one
 * run, and whatever happens in it, the run goes on.
 */
export async function seatElsewhere(
  host: Host,
  { place, limits, isTimed }: { place: BundlePlace; limits: RunLimits; isTimed: boolean },
): Promise<AgentSeat> {
  const send = (message: ToAgent): void => host.send(message);
  const { loadTimeoutMs: timeoutMs } = limits;
  const loading = new Promise<void>((resolve, reject) => {
    host.listen((given) => {
      const message = given as FromAgent;
      if (message.type === "loaded") resolve();
      else if (message.type === "refused") reject(agentLoadFault(place.file, fromWire(message.error)));
      else if (message.type === "crash") reject(agentLoadFault(place.file, message.message));
    });
    void host.ended.then((end) => reject(agentLoadFault(place.file, diedLoading(end))));
    send({ type: "load", timeoutMs: isTimed ? timeoutMs : longestMs, ...place });
  });
  const ended = endOf(host, limits);
  try {
    const loaded = isTimed ? await withinTime(loading, timeoutMs + overtimeMs) : { value: await loading };
    if (!loaded) throw siloError("load_timeout", { file: place.file, timeoutMs });
  } catch (thrown) {
    host.kill();
    throw thrown;
  }
  let acting: Promise<unknown> = Promise.resolve();
  let closing: Promise<void> | undefined;
  return {
    act: (job) => {
      const done = new Promise<AgentEnd>((resolve) => serve(host, job, resolve));
      const acted = Promise.race([done, ended]);
      acting = acted;
      const { task, tools, recorded, conversation } = job;
      send({ type: "start", task, tools, recorded, conversation });
      return acted;
    },
    abort: (reason) => send({ type: "abort", ...reason }),
    close: () => (closing ??= withinTime(acting, graceMs).then(() => endHost(host))),
  };
}

/** Answers what the agent's process sends, until it says that the agent has ended. */
function serve(host: Host, { desk }: AgentJob, resolve: (end: AgentEnd) => void): void {
  let waiting = 0;
  const answer = async (id: number, call: ReturnType<AgentDesk["call"]>): Promise<void> => {
    waiting += 1;
    if (waiting >= maxWaiting) host.pause();
    const result = await call;
    waiting -= 1;
    if (waiting < maxWaiting) host.resume();
    host.send({ type: "result", id, result } satisfies ToAgent);
  };
  host.listen((given) => {
    const message = given as FromAgent;
    switch (message.type) {
      case "call":
        void answer(
          message.id,
          desk.call(String(message.tool), readArguments(message.received), readPath(message.path)),
        );
        break;
      case "report":
        void desk.report(message.step);
        host.send({ type: "reported", id: message.id } satisfies ToAgent);
        break;
      case "ask": {
        const text = desk.ask(String(message.question));
        if (text !== undefined) host.send({ type: "answer", id: message.id, answer: text } satisfies ToAgent);
        break;
      }
      case "fail":
        desk.fail(String(message.message));
        break;
      case "done":
        resolve({ output: String(message.output), ...readVariables(message.variables) });
        break;
      case "crash": {
        // How a run ends is not for the agent to say: only the words are.
        const { message: text, personMessage } = message;
        resolve({ failure: { ...agentFailure(String(text)), personMessage: String(personMessage) } });
        break;
      }
    }
  });
}

function readPath(path: unknown): string | undefined {
  return typeof path === "string" ? path : undefined;
}

function readVariables(variables: JsonValue | undefined): { variables?: Variables } {
  const isObject = typeof variables === "object" && variables !== null && !Array.isArray(variables);
  return isObject ? { variables } : {};
}

/** What is recorded of the arguments is what the tool gets, whatever the agent's process says. */
function readArguments(received: WireArguments): ReceivedArguments {
  if ("given" in received) return { text: received.given, given: received.given };
  if (!("problems" in received)) return { text: null };
  return { text: received.text, problems: received.problems };
}

async function endOf(host: Host, limits: RunLimits): Promise<AgentEnd> {
  const { how, isOutOfMemory } = await host.ended;
  if (isOutOfMemory) return { failure: limitFailure("memory_limit", limits) };
  return { failure: agentFailure(`The agent's process ended ${how} before the agent had returned.`) };
}

function diedLoading({ how, isOutOfMemory }: HostEnd): string {
  return isOutOfMemory ? "its process ran out of memory" : `its process ended ${how}`;
}
