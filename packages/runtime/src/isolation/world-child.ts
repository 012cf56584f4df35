import type { RunFailure } from "@silo/artifacts";
import type { VerifierContext } from "@silo/verify";
import { collectDefinitionFaults, type DefinitionFault } from "../definition-faults.js";
import type { Environment } from "../environment.js";
import { importBundle } from "../import-bundle.js";
import { inspectWorld, type WorldInspection } from "../inspect-world.js";
import { readEnvironment } from "../read-environment.js";
import type { ReceivedArguments } from "../receive-arguments.js";
import { WorldFault } from "../world-fault.js";
import { worldsHere } from "../world-here.js";
import type { World, WorldOptions, WorldSource } from "../world.js";
import type { BundlePlace, FromWorld, ToWorld } from "./messages.js";
import { openParent } from "./parent.js";
import { toWire } from "./wire-fault.js";

/** How many characters of JSON a tool may give to an agent in another process. */
const maxOutput = 16_777_216;

/** What the run can ask of the process of a world. */
export interface WorldMethods {
  load(params: BundlePlace & { timeoutMs: number }): Promise<WorldSource["verifiers"]>;
  open(params: WorldOptions): Promise<World["descriptors"]>;
  call(params: { tool: string; received: ReceivedArguments }): ReturnType<World["perform"]>;
  freeze(): ReturnType<World["freeze"]>;
  tell(params: { failure: RunFailure }): Promise<string | null>;
  grade(params: VerifierContext): ReturnType<World["grade"]>;
  inspectModule(params: BundlePlace & { timeoutMs: number }): Promise<ModuleInspection>;
  inspectWorld(params: { ids: readonly string[] }): Promise<WorldInspection>;
}

/** What a module exports that no world is needed for. */
export interface ModuleInspection {
  verifiers: { id: string; taskId: string; name: string }[];
  faults: DefinitionFault[];
}

/** The process of one world in one run: the environment's module, the state, the tools and the verifier. */
export function serveWorld(): void {
  let source: WorldSource;
  let world: World;
  let inspected: Environment;
  let place = "the world";
  let openId = 0;
  const methods: WorldMethods = {
    load: async (params) => {
      const load = (): Promise<Record<string, unknown>> => importBundle(params, params);
      const onBindTools = (): void => send({ id: openId, noticed: true });
      source = worldsHere(await readEnvironment(params.file, load), { maxOutput, onBindTools });
      return source.verifiers;
    },
    open: async (params) => {
      world = await source.open(params);
      return world.descriptors;
    },
    call: ({ tool, received }) => {
      place = `tools.${tool}`;
      return world.perform(tool, received);
    },
    freeze: () => world.freeze(),
    tell: async ({ failure }) => (await world.tell(failure)) ?? null,
    grade: (context) => world.grade(context),
    inspectModule: async (params) => {
      const load = (): Promise<Record<string, unknown>> => importBundle(params, params);
      const { loaded, faults } = await collectDefinitionFaults(() => readEnvironment(params.file, load));
      inspected = loaded;
      return { verifiers: loaded.verifiers.map(({ id, taskId, name }) => ({ id, taskId, name })), faults };
    },
    inspectWorld: (params) => inspectWorld(inspected, params),
  };
  const send = openParent<ToWorld, FromWorld>(({ id, method, params }) => {
    if (method === "freeze") send({ id, noticed: true });
    if (method === "open") openId = id;
    const perform = methods[method as keyof WorldMethods] as (params: unknown) => Promise<unknown>;
    new Promise((resolve) => resolve(perform(params))).then(
      (value) => send({ id, value: value ?? null }),
      (thrown: unknown) => send({ id, fault: toWire(thrown) }),
    );
  });
  // What a tool left behind and nobody awaited: the world is no longer what its calls say.
  process.on("uncaughtException", (thrown) => {
    send({ id: 0, fault: toWire(new WorldFault(place, thrown)) });
  });
  send({ type: "ready" });
}
