import { jsonCopy, type JsonValue, type SiloTask } from "@silo/artifacts";
import type { Agent } from "../agent.js";
import { BoundTools } from "../bound-tools.js";
import { importBundle } from "../import-bundle.js";
import type { BundlePlace, FromWorld, ToWorld } from "../isolation/messages.js";
import { openParent } from "../isolation/parent.js";
import { toWire } from "../isolation/wire-fault.js";
import type { RunLimits } from "../limits.js";
import { readAgentModule } from "../read-agent.js";
import { readEnvironment } from "../read-environment.js";
import { WorldFault } from "../world-fault.js";
import type { ProvedRun, Script } from "./proved-run.js";
import { RunProver, scriptedAgent } from "./prove-run.js";
import { setTraps } from "./world-traps.js";

export interface ProofLoad {
  environment: BundlePlace;
  /** An agent that solves the task, where the solution is one. */
  solution: BundlePlace | null;
  task: SiloTask;
  grants: readonly string[];
  limits: RunLimits;
}

/** A tool, as far as calls of it can be made up. */
export interface ProvedTool {
  name: string;
  /** JSON Schema of the arguments. */
  inputSchema: Record<string, JsonValue>;
  effect: "read" | "write";
}

/** The world that every run of a proof begins with. */
export interface ProvedWorld {
  state: JsonValue;
  tools: ProvedTool[];
}

/** Where the code of the author's is that runs now. */
export interface ProofPlace {
  at: string;
}

/** What can be asked of the process of a proof. */
export interface ProofMethods {
  load(params: ProofLoad): Promise<ProvedWorld>;
  /** Without a script, the agent that is the solution acts. */
  run(params: { script: Script | null; isThorough: boolean }): Promise<ProvedRun>;
}

/** The process that proves one task: world, verifier and scripted agents, one run after the other. */
export function serveProof(): void {
  setTraps();
  let prover: RunProver;
  let solution: Agent | undefined;
  const methods: ProofMethods = {
    load: async ({ environment: place, solution: given, task, grants, limits }) => {
      const { loadTimeoutMs: timeoutMs } = limits;
      const load = (bundle: BundlePlace) => (): Promise<Record<string, unknown>> =>
        importBundle(bundle, { timeoutMs });
      const environment = await readEnvironment(place.file, load(place));
      if (given) solution = await readAgentModule(given.file, load(given));
      const onEnter = (at: string): void => send({ at });
      prover = new RunProver({ environment, task, grants, limits, onEnter });
      return lookAt(prover);
    },
    run: ({ script, isThorough }) =>
      prover.run(script ? scriptedAgent(script) : (solution as Agent), { isThorough }),
  };
  const send = openParent<ToWorld, FromWorld | ProofPlace>(({ id, method, params }) => {
    const perform = methods[method as keyof ProofMethods] as (params: unknown) => Promise<unknown>;
    new Promise((resolve) => resolve(perform(params))).then(
      (value) => send({ id, value }),
      (thrown: unknown) => send({ id, fault: toWire(thrown) }),
    );
  });
  // What the author's code left behind and nobody awaited: no later run can be trusted.
  process.on("uncaughtException", (thrown) => {
    send({ id: 0, fault: toWire(new WorldFault("the world", thrown)) });
  });
  send({ type: "ready" });
}

/** Where no world can be made, that is told by the first run, together with what was used meanwhile. */
function lookAt(prover: RunProver): ProvedWorld {
  try {
    return lookAtWorld(prover);
  } catch {
    return { state: null, tools: [] };
  }
}

function lookAtWorld({ environment }: RunProver): ProvedWorld {
  const state: unknown = environment.createState();
  const tools = environment.bindTools(state);
  const effects = new Map(tools.map(({ name, effect }) => [name, effect]));
  const { descriptors } = new BoundTools(tools, []);
  return {
    state: jsonCopy(state, "the initial state"),
    tools: descriptors.map(({ name, inputSchema }) => ({
      name,
      inputSchema: inputSchema as Record<string, JsonValue>,
      effect: effects.get(name) === "read" ? "read" : "write",
    })),
  };
}
