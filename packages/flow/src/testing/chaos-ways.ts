import type { Way } from "./chaos.js";

const planted = (): Error => new Error("planted");
const lost = (): Error =>
  new TypeError("fetch failed", { cause: Object.assign(new Error("refused"), { code: "ECONNREFUSED" }) });
const late = (): Error => Object.assign(new Error("The operation timed out."), { name: "TimeoutError" });
const throws = (thrown: unknown) => (): never => {
  throw thrown;
};

const tool = (name: string, effect: Way["effect"], input: unknown = {}, toolName = "refuse"): Way => ({
  kind: "tool",
  name,
  effect,
  act: (flow, { onError }) => flow.tool("target", { tool: toolName, input, ...(onError && { onError }) }),
});
const step = (name: string, effect: Way["effect"], work: () => unknown): Way => ({
  kind: "step",
  name,
  effect,
  act: (flow, { onError }) => flow.step("target", work, onError && { onError }),
});

/** Every command, in every way in which it can fail or end the run. */
export const ways: Way[] = [
  tool("an error of the tool", { error: "not_found" }),
  tool("an input that is no JSON", { error: "invalid_arguments" }, { n: NaN }),
  tool("a call that ends the run", { stop: "aborted" }, {}, "over"),
  tool("a fault of whoever runs it", { stop: "fault" }, {}, "break"),
  step("a thrown error", { error: "thrown" }, throws(planted())),
  step("a thrown text", { error: "thrown" }, throws("text")),
  step("a thrown thing that cannot be read", { error: "thrown" }, throws(unreadable())),
  step("nothing thrown", { error: "thrown" }, throws(undefined)),
  step(
    "a later rejection",
    { error: "thrown" },
    () => new Promise((_, reject) => setImmediate(reject, planted())),
  ),
  step("a timeout", { error: "thrown", isUnreachable: true }, () => Promise.reject(late())),
  step("a lost connection", { error: "thrown", isUnreachable: true }, () => Promise.reject(lost())),
  step("a result that is no JSON", { error: "invalid_result" }, () => ({ at: 1n })),
  {
    kind: "step",
    name: "a limit that comes meanwhile",
    effect: { stop: "aborted" },
    act: (flow, { abort, onError }) =>
      flow.step(
        "target",
        () => {
          abort();
          throw planted();
        },
        onError && { onError },
      ),
  },
  {
    kind: "step",
    name: "fail in it",
    effect: { stop: "fail" },
    act: (flow, { onError }) => flow.step("target", () => flow.fail("Given up."), onError && { onError }),
  },
  {
    kind: "call",
    name: "its body throws",
    effect: { error: "thrown", at: "throws" },
    act: (flow) => flow.call("throws"),
  },
  {
    kind: "call",
    name: "arguments that are none",
    effect: { error: "invalid_arguments", at: "picky" },
    act: (flow) => flow.call("picky", { id: 1 }),
  },
  {
    kind: "call",
    name: "a function that is not there",
    effect: { error: "function_not_found", at: "missing" },
    act: (flow) => flow.call("missing"),
  },
  {
    kind: "call",
    name: "a function that runs",
    effect: { error: "function_running", at: "again.again" },
    act: (flow) => flow.call("again"),
  },
  {
    kind: "call",
    name: "a result that is no JSON",
    effect: { error: "invalid_result", at: "unclear" },
    act: (flow) => flow.call("unclear"),
  },
  {
    kind: "loop",
    name: "its limit",
    effect: { error: "loop_limit" },
    act: (flow) => flow.loop("target", { while: () => true, run: () => 1 }),
  },
  {
    kind: "loop",
    name: "its body throws",
    effect: { error: "thrown", at: "target[1]" },
    act: (flow) =>
      flow.loop("target", { over: [0, 1], run: (item: number) => (item === 1 ? throws(planted())() : item) }),
  },
  {
    kind: "loop",
    name: "its items throw",
    effect: { error: "thrown" },
    act: (flow) =>
      flow.loop("target", {
        over: (function* () {
          yield 1;
          throw planted();
        })(),
        run: () => 1,
      }),
  },
  {
    kind: "parallel",
    name: "one branch throws",
    effect: { error: "thrown", at: "target.left" },
    act: (flow) =>
      flow.parallel("target", { left: throws(planted()), right: () => flow.step("fine", () => 1) }),
  },
  {
    kind: "parallel",
    name: "two branches throw",
    effect: { error: "branches_failed" },
    act: (flow) => flow.parallel("target", { left: throws(planted()), right: throws(lost()) }),
  },
  {
    kind: "parallel",
    name: "every branch loses its service",
    effect: { error: "branches_failed", isUnreachable: true },
    act: (flow) => flow.parallel("target", { left: throws(lost()), right: throws(late()) }),
  },
  {
    kind: "parallel",
    name: "a branch fails and another ends the run",
    effect: { stop: "end" },
    act: (flow) => flow.parallel("target", { left: throws(planted()), right: () => flow.end() }),
  },
  {
    kind: "parallel",
    name: "a branch asks and another fails",
    effect: { stop: "ask" },
    act: (flow) =>
      flow.parallel("target", {
        left: () => flow.ask("who", "Who?"),
        right: () => flow.step("x", throws(planted())),
      }),
  },
  { kind: "ask", name: "no answer yet", effect: { stop: "ask" }, act: (flow) => flow.ask("target", "Who?") },
  { kind: "ask", name: "no question", effect: { error: "thrown" }, act: (flow) => flow.ask("target", "") },
  { kind: "end", name: "it ends", effect: { stop: "end" }, act: (flow) => flow.end() },
  { kind: "fail", name: "it gives up", effect: { stop: "fail" }, act: (flow) => flow.fail("Given up.") },
  {
    kind: "output",
    name: "a value that is no JSON",
    effect: { error: "invalid_arguments", at: "output" },
    act: (flow) => flow.output(1n),
  },
  {
    kind: "log",
    name: "data that is no JSON",
    effect: { error: "invalid_arguments", at: "log" },
    act: (flow) => flow.log("x", () => 1),
  },
  {
    kind: "set",
    name: "a value that is no JSON",
    effect: { error: "invalid_arguments", at: "set" },
    act: (flow) => flow.set("moved", Infinity),
  },
  ...hooked("throws", { error: "hook_failed" }, () => {
    throw planted();
  }),
  ...hooked("refuses", { stop: "refused" }, () => ({ refuse: "Not now." })),
];

function unreadable(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** `beforeCommand` has something against the command, whatever it is. */
function hooked(what: string, effect: Way["effect"], verdict: () => { refuse: string }): Way[] {
  const acts: Record<string, Way["act"]> = {
    tool: (flow, { onError }) => flow.tool("target", { tool: "refuse", ...(onError && { onError }) }),
    step: (flow, { onError }) => flow.step("target", () => 1, onError && { onError }),
    loop: (flow) => flow.loop("target", { over: [], run: () => 1 }),
    parallel: (flow) => flow.parallel("target", {}),
    ask: (flow) => flow.ask("target", "Who?"),
  };
  return Object.entries(acts).map(([kind, act]) => ({
    kind,
    name: `its hook ${what}`,
    effect,
    act,
    hooks: { beforeCommand: ({ path }) => (path.endsWith(".target") ? verdict() : undefined) },
  }));
}
