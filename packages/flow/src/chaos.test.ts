import { agentFailure } from "@silo/runtime/failure";
import { describe, expect, it } from "vitest";
import {
  positions,
  runChaos,
  type Effect,
  type Handling,
  type Position,
  type Seen,
  type Way,
} from "./testing/chaos.js";
import { modelWays } from "./testing/chaos-models.js";
import { ways as plainWays } from "./testing/chaos-ways.js";
import { worldWays as serviceWays } from "./testing/chaos-world.js";

const worldWays = [...serviceWays, ...modelWays];

const sentences = {
  complete: "This agent could not complete your request. The problem has been reported to its developer.",
  reach: "The agent could not reach a service it needs. Please try again in a moment.",
};

/** What the rules say of a run; written down without the code that follows them. */
interface Expected {
  caught: string[];
  /** What the person gets as output, or reads because the run failed; a pause has neither. */
  output?: string;
  reads?: string;
  resultCode?: string;
  path?: string;
}

const ways = [...plainWays, ...worldWays];
const places = Object.keys(positions) as Position[];
const handlings: Handling[] = Array.from({ length: 16 }, (_, bits) => ({
  command: (bits & 1) > 0,
  tryCatch: (bits & 2) > 0,
  function: (bits & 4) > 0,
  main: (bits & 8) > 0,
}));

const isDeep = process.env["SILO_DEEP"] === "1";
/** What calls out takes longer, and who comes first does not depend on the command: one handler, or none. */
const isSingle = (handling: Handling): boolean => Object.values(handling).filter(Boolean).length < 2;

function pathOf({ effect, kind }: Way, position: Position): string {
  const at = ("error" in effect && effect.at) || "target";
  // `main` has written its first output by then, and set a variable.
  const isSecond = position === "main" && (kind === "output" || kind === "set");
  return `${positions[position]}.${at}${isSecond ? "#2" : ""}`;
}

/** `ask` cannot pause a run that handles an error: there it is an error itself. */
function effectAt({ effect, kind, hooks }: Way, position: Position): Effect {
  const isHandling = position.startsWith("onError");
  const asks = ("stop" in effect && effect.stop === "ask") || (kind === "ask" && hooks === undefined);
  if (!isHandling || !asks) return effect;
  return kind === "llm" ? { stop: "failed tool" } : { error: "ask_not_allowed" };
}

function expectedOf(way: Way, position: Position, handling: Handling): Expected | undefined {
  const effect = effectAt(way, position);
  if ("stop" in effect) return afterStop(effect.stop);
  // Two errors of two branches, one of them the refused question.
  const isBoth = effect.error === "ask_not_allowed" && way.kind === "parallel";
  const code = isBoth ? "branches_failed" : effect.error;
  const path = pathOf(way, position);
  const by = (who: string): string[] => [`${who} ${code} ${path}`];
  const goesOn = { output: "start\nafter" };
  const acceptsHandler = ["tool", "step", "api", "db", "llm", "mcp"].includes(way.kind);
  if (handling.command && acceptsHandler)
    return { caught: by("command"), ...mainHandlerEnds(position, goesOn) };
  if (handling.tryCatch) return { caught: by("try"), ...mainHandlerEnds(position, goesOn) };
  const isInFunction = ["function", "nested function", "onError of a command in a function"].includes(
    position,
  );
  if (isInFunction && handling.function) return { caught: by("function"), ...goesOn };
  // What fails in the handler of main has nobody above it.
  if (handling.main && position !== "onError of main") return { caught: by("main"), output: "start" };
  return {
    caught: [],
    reads: effect.isUnreachable ? sentences.reach : sentences.complete,
    resultCode: code === "hook_failed" ? "errorInHook" : "errorInAgent",
    path,
  };
}

/** After the handler of `main` nothing of `main` follows. */
function mainHandlerEnds(position: Position, goesOn: { output: string }): { output: string } {
  return position === "onError of main" ? { output: "start" } : goesOn;
}

function afterStop(stop: (Effect & { stop: string })["stop"]): Expected {
  switch (stop) {
    case "end":
      return { caught: [], output: "start" };
    case "fail":
      return { caught: [], reads: "Given up." };
    case "refused":
      return { caught: [], reads: "Not now.", resultCode: "refusedByHook" };
    case "failed tool":
      return { caught: [], reads: sentences.complete, resultCode: "errorInAgent" };
    case "fault":
      return { caught: [], reads: sentences.complete, resultCode: "errorInSilo" };
    default:
      // Whoever runs the flow has ended the run, and says why.
      return { caught: [] };
  }
}

function seenOf({ caught, answer, thrown, failed, reports }: Seen, expected: Expected): Expected {
  const last = reports.at(-1);
  const end = last && "type" in last && last.type === "end" ? last : undefined;
  const reads = failed[0] ?? (expected.reads === undefined ? undefined : agentFailure(thrown).personMessage);
  return {
    caught,
    ...(answer && { output: String(answer.output) }),
    ...(!answer && reads !== undefined && { reads }),
    ...(expected.resultCode !== undefined && end?.resultCode && { resultCode: end.resultCode }),
    ...(expected.path !== undefined && end && { path: end.path }),
  };
}

describe("whatever fails, wherever it does, whoever handles it", () => {
  it.each(ways.map((way) => [way.kind, way.name, way] as const))("%s: %s", async (_kind, _name, way) => {
    let count = 0;
    const tried = isDeep || !worldWays.includes(way) ? handlings : handlings.filter(isSingle);
    for (const position of places) {
      for (const handling of tried) {
        const expected = expectedOf(way, position, handling) as Expected;
        const seen = await runChaos(way, position, handling);
        const where = `${position}, ${JSON.stringify(handling)}: ${String(seen.thrown)}`;
        expect(seenOf(seen, expected), where).toEqual(expected);
        // What a conversation would keep: variables come with a success, and only then.
        const kept = expected.output === undefined ? undefined : { moved: true };
        expect(seen.answer?.variables, where).toEqual(kept);
        for (const line of expected.caught) {
          const path = line.split(" ")[2];
          expect(seen.reports, where).toContainEqual(expect.objectContaining({ type: "failure", path }));
        }
        count += 1;
      }
    }
    expect(count).toBe(places.length * tried.length);
  });

  it("is tried in thousands of flows", () => {
    expect(plainWays.length * places.length * handlings.length).toBeGreaterThan(6000);
  });
});
