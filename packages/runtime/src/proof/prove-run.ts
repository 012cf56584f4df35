import { changedPlaces, jsonCopy, pairCalls, type SiloTask } from "@silo/artifacts";
import { compileSchema } from "@silo/schema-validate";
import type { SiloVerifier } from "@silo/verify";
import { seatHere } from "../agent-seat.js";
import type { Agent } from "../agent.js";
import type { Environment } from "../environment.js";
import { problemFinder } from "../json-problems.js";
import type { RunLimits } from "../limits.js";
import { runOnce } from "../run-once.js";
import type { RunOutcome } from "../run-outcome.js";
import type { Stage } from "../stage.js";
import { withinTime } from "../within-time.js";
import { worldsHere } from "../world-here.js";
import type { World, WorldSource } from "../world.js";
import type { Observation, ProvedCall, ProvedRun, Script } from "./proved-run.js";
import { reviewVerifier } from "./review-verifier.js";
import { worldHash } from "./world-hash.js";
import { watchEnvironment, type Grading, type RunWatch } from "./watched-environment.js";

const findProblems = problemFinder(() => compileSchema);

export interface RunProverOptions {
  environment: Environment;
  task: SiloTask;
  grants: readonly string[];
  limits: RunLimits;
  /** Told before each piece of the author's code, since one that never ends can tell nothing. */
  onEnter?: ((place: string) => void) | undefined;
}

/** Runs agents on one task in this process, one after the other, and keeps what a proof needs of each (contract S7). */
export class RunProver {
  readonly environment: Environment;
  readonly #options: RunProverOptions;
  readonly #verifier: SiloVerifier | undefined;
  readonly #worlds: WorldSource;
  #observations: Observation[] = [];
  #grading: Grading | undefined;
  #call: number | undefined;

  constructor(options: RunProverOptions) {
    this.#options = options;
    const { environment, task } = options;
    this.#verifier = environment.verifiers.find(({ id }) => id === task.verifierId);
    const watch: RunWatch = {
      entered: (place) => options.onEnter?.(place),
      observe: (seen) => this.#observe(seen),
      graded: (grading) => {
        this.#grading = grading;
        this.#call = undefined;
      },
    };
    this.environment = watchEnvironment(environment, () => watch);
    // One for all runs, since it remembers how worlds begin.
    this.#worlds = worldsHere(this.environment, {
      onReadWrite: (tool, places) =>
        this.#observe({ kind: "read_tool_writes", place: `tools.${tool}`, detail: places.join(", ") }),
    });
  }

  /** One run in a fresh world. With `isThorough`, verifier and final state are looked at more closely. */
  async run(agent: Agent, { isThorough }: { isThorough: boolean }): Promise<ProvedRun> {
    const { task, limits, grants } = this.#options;
    this.#observations = [];
    this.#grading = undefined;
    this.#call = undefined;
    const outcome = await runOnce(this.#stageFor(agent), {
      task,
      limits,
      grants: [...grants],
      runsFolder: undefined,
      recorded: undefined,
      isTimed: true,
      onOutput: () => undefined,
      signal: undefined,
    });
    return this.#prove(outcome, isThorough);
  }

  async #prove(outcome: RunOutcome, isThorough: boolean): Promise<ProvedRun> {
    const { verdict, result, stateDiff, ungradedBy } = outcome;
    const grading = this.#grading as Grading | undefined;
    if (grading && this.#verifier && ungradedBy?.code !== "verifier_timeout") {
      const { checks } = result;
      const review = reviewVerifier(this.#verifier, { grading, checks, isThorough });
      const reviewed = await withinTime(review, this.#options.limits.verifierTimeoutMs);
      this.#observations.push(...(reviewed?.value ?? []));
    }
    return {
      verdict,
      reward: result.reward,
      terminationReason: result.terminationReason,
      checks: result.checks,
      answer: result.agentOutput,
      calls: callsOf(outcome),
      world: grading ? worldHash(grading.final) : null,
      changed: stateDiff ? changedPlaces(stateDiff) : [],
      state: grading && isThorough ? jsonCopy(grading.final, "the final state") : null,
      ungradedBy: ungradedBy ? { code: ungradedBy.code, message: ungradedBy.message } : null,
      toolFaults: [...outcome.toolFaults],
      observations: this.#observations,
    };
  }

  #stageFor(agent: Agent): Stage {
    return {
      environmentName: "proof",
      agentPath: null,
      hashes: { environment: null, agent: null },
      folders: [],
      seat: () =>
        Promise.resolve({
          worlds: this.#countCalls(this.#worlds),
          agent: seatHere(agent, findProblems),
          watchOutput: () => undefined,
        }),
      ahead: () => undefined,
      close: () => Promise.resolve(),
    };
  }

  #countCalls(worlds: WorldSource): WorldSource {
    const count = (world: World): World => ({
      ...world,
      perform: (tool, received) => {
        this.#call = (this.#call ?? 0) + 1;
        return world.perform(tool, received);
      },
    });
    return { ...worlds, open: async (options) => count(await worlds.open(options)) };
  }

  #observe(seen: Omit<Observation, "call">): void {
    const isKnown = this.#observations.some(
      ({ kind, place, detail }) => kind === seen.kind && place === seen.place && detail === seen.detail,
    );
    if (!isKnown) this.#observations.push(this.#call === undefined ? seen : { ...seen, call: this.#call });
  }
}

/** An agent that makes the calls of a script, whatever comes back, and gives its answer. */
export function scriptedAgent({ calls, answer }: Script): Agent {
  return async ({ callTool }) => {
    for (const { tool, input } of calls) await callTool(tool, input);
    return { output: answer };
  };
}

function callsOf({ trace }: RunOutcome): ProvedCall[] {
  return pairCalls(trace).map(({ call: { tool, input }, result }) => {
    const isError = result?.isError ?? false;
    return { tool, input, isError, message: isError ? messageOf(result?.output) : "" };
  });
}

function messageOf(output: unknown): string {
  const { code, message } = output as { code?: unknown; message?: unknown };
  return `${String(code)}: ${String(message)}`;
}
