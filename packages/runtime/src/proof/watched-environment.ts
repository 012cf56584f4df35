import type { SiloVerifier, VerifierContext } from "@silo/verify";
import type { Environment, EnvironmentHooks } from "../environment.js";
import type { Tool } from "../tool.js";
import type { Observation } from "./proved-run.js";
import { watched, type TrapListener } from "./world-traps.js";

/** What the verifier was given in one run, and what it gave. */
export interface Grading {
  /** Frozen copies. */
  final: unknown;
  initial: unknown;
  context: VerifierContext;
  returned: unknown;
}

/** What is told of one run. */
export interface RunWatch {
  /** Code of the author's begins: should it not end, this is where. */
  entered(place: string): void;
  observe(observation: Pick<Observation, "kind" | "place" | "detail">): void;
  graded(grading: Grading): void;
}

/** The same environment, with all of the author's code inside the traps. `current` is asked for the run that goes on. */
export function watchEnvironment(environment: Environment, current: () => RunWatch): Environment {
  const within = <T>(place: string, work: () => T): T => {
    current().entered(place);
    return watched(listenerAt(place, current), work);
  };
  const { hooks } = environment;
  return {
    createState: () => within("createState", () => environment.createState() as unknown),
    bindTools: (state) => {
      const tools: unknown = within("bindTools", () => environment.bindTools(state));
      // What is no list of tools is told by whoever opens the world.
      return Array.isArray(tools) ? tools.map((tool: Tool) => watchTool(tool, within)) : (tools as Tool[]);
    },
    verifiers: environment.verifiers.map((verifier) => watchVerifier(verifier, { within, current })),
    ...(hooks && { hooks: watchHooks(hooks, within) }),
  };
}

type Within = <T>(place: string, work: () => T) => T;

function listenerAt(place: string, current: () => RunWatch): TrapListener {
  return (kind, used) => current().observe({ kind, place, detail: used });
}

function watchTool(tool: Tool, within: Within): Tool {
  if (typeof tool?.run !== "function") return tool;
  const place = `tools.${tool.name}`;
  const { onError } = tool;
  // On top of the author's object, which may be of a class, and is `this` for its own code as ever.
  return Object.create(tool, {
    run: { value: (...args: Parameters<Tool["run"]>) => within(place, () => tool.run(...args)) },
    ...(onError && {
      onError: {
        value: (...args: Parameters<NonNullable<Tool["onError"]>>) =>
          within(place, () => onError.apply(tool, args)),
      },
    }),
  }) as Tool;
}

function watchHooks(hooks: EnvironmentHooks, within: Within): EnvironmentHooks {
  const { onToolError } = hooks;
  // `onAgentError` is for alerting, and may use what it likes; a proof alerts nobody.
  if (!onToolError) return {};
  return {
    onToolError: (error, call) => within("hooks.onToolError", () => onToolError.call(hooks, error, call)),
  };
}

function watchVerifier(
  verifier: SiloVerifier,
  { within, current }: { within: Within; current: () => RunWatch },
): SiloVerifier {
  const { id, taskId, name } = verifier;
  return {
    id,
    taskId,
    name,
    check: (final, initial, context) => {
      const grading: Grading = { final, initial, context, returned: undefined };
      current().graded(grading);
      const returned = within(`verifiers.${id}`, () => verifier.check(final, initial, context));
      grading.returned = returned;
      return returned;
    },
  };
}
