import { llm } from "../llm/llm.js";
import type { ModelProfile } from "../llm/profile.js";
import type { ModelPrompt } from "../llm/prompt.js";
import type { Effect, Way } from "./chaos.js";
import { startModelServer, type ScriptedReply } from "./model-server.js";

/** One server for all: the name of the model says what it does, and nothing waits for its end. */
const behaviours: Record<string, (turn: number) => ScriptedReply> = {
  refuses: () => ({ raw: { status: 400, body: "{}" } }),
  breaks: () => ({ breakOff: "before" }),
  hangs: () => ({ isSilent: true }),
  cut: () => ({ text: "Half", finishReason: "length" }),
  chats: () => ({ text: "No JSON at all" }),
  loops: () => ({ calls: [{ name: "picky", arguments: "{}" }] }),
  throws: () => ({ calls: [{ name: "throws", arguments: "{}" }] }),
  gives_up: () => ({ calls: [{ name: "gives_up", arguments: "{}" }] }),
  asks: () => ({ calls: [{ name: "asks", arguments: "{}" }] }),
  ends: () => ({ calls: [{ name: "ends", arguments: "{}" }] }),
  is_late: () => ({ calls: [{ name: "is_late", arguments: "{}" }] }),
};

const server = await startModelServer(({ body }, turn) => behaviours[body.model]?.(turn) ?? {});
server.unref();

const functions = ["picky", "throws", "gives_up", "asks", "ends", "is_late"];

function way(
  name: string,
  effect: Effect,
  {
    model = "chats",
    profile = "main",
    prompt = {},
    settings = {},
  }: { model?: string; profile?: string; prompt?: Partial<ModelPrompt>; settings?: Partial<ModelProfile> },
): Way {
  const main = { baseUrl: server.url, model, maxRetries: 0, ...settings };
  const use = { llm: llm({ main }, { go: { user: "Go", tools: { functions }, ...prompt } }) };
  return {
    kind: "llm",
    name,
    effect,
    use,
    act: (flow, { onError }) =>
      (flow as unknown as { llm: (...args: unknown[]) => unknown }).llm(
        "target",
        { profile, prompt: "go" },
        onError && { onError },
      ),
  };
}

const ofTurn = { at: "target.turn" };

/** The command `llm`, in every way in which it can fail or end the run. */
export const modelWays: Way[] = [
  way("a refusal of the vendor", { error: "vendor_error", ...ofTurn }, { model: "refuses" }),
  way(
    "a lost connection",
    { error: "connection_failed", ...ofTurn, isUnreachable: true },
    { model: "breaks" },
  ),
  way(
    "a timeout",
    { error: "timed_out", ...ofTurn, isUnreachable: true },
    { model: "hangs", settings: { timeoutMs: 1 } },
  ),
  way("an answer that is cut off", { error: "answer_incomplete", ...ofTurn }, { model: "cut" }),
  way(
    "an answer that does not fit",
    { error: "answer_invalid" },
    { prompt: { answer: { type: "object" }, maxCorrections: 0 } },
  ),
  way("no end of turns", { error: "turn_limit" }, { model: "loops", settings: { maxTurns: 1 } }),
  way("a profile that is not there", { error: "profile_not_found" }, { profile: "other" }),
  way(
    "a value that is missing",
    { error: "request_invalid" },
    { prompt: { user: "{{a}}", variables: ["a"] } },
  ),
  way("more tools than are allowed", { error: "too_many_tools" }, { settings: { maxTools: 1 } }),
  way("a function that fails", { stop: "failed tool" }, { model: "throws" }),
  way("a function that ends the flow", { stop: "failed tool" }, { model: "ends" }),
  way("fail in a function", { stop: "fail" }, { model: "gives_up" }),
  way("ask in a function", { stop: "ask" }, { model: "asks" }),
  way("a limit that comes while a function runs", { stop: "aborted" }, { model: "is_late" }),
];
