import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Silo } from "@silo/scaffold";
import { peerFolder, readReplay, readStartState, readTasks } from "./peer.js";

export const environmentName = "retail";

/** The environment as its author wrote it, with a few invented records for data. */
export const authoredFolder = fileURLToPath(
  new URL(`../.silo/environments/${environmentName}`, import.meta.url),
);

/**
 * A project into which the benchmark's data goes. None of them is ever committed.
 * @param {string} name
 */
export function generatedFolder(name) {
  return fileURLToPath(new URL(`../generated/${name}`, import.meta.url));
}

/**
 * Makes a project in `folder` that has the authored environment with the benchmark's data, and with its tasks, each with
 * its target and its solution. What was in the folder goes.
 * @param {string} folder
 * @returns {import("@silo/scaffold").ProjectEnvironment}
 */
export function buildWorld(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // The licence of the data wants to stand beside it.
  copyFileSync(join(peerFolder, "LICENSE"), join(folder, "LICENSE"));
  const environment = Silo.open({ cwd: folder }).environments.create({ name: environmentName });
  // The code comes from the authored environment, and everything else through the SDK.
  rmSync(environment.folder, { recursive: true });
  cpSync(authoredFolder, environment.folder, { recursive: true });
  for (const id of environment.tasks.list().map((task) => task.id)) environment.tasks.remove(id);
  rmSync(join(environment.folder, "solutions"), { recursive: true });
  mkdirSync(join(environment.folder, "solutions"));

  const state = readStartState();
  for (const collection of /** @type {const} */ (["products", "users", "orders"]))
    environment.data.update(collection, Object.values(state[collection]));
  const tasks = readTasks();
  environment.data.update("targets", tasks.map(targetOf));
  for (const task of tasks) {
    environment.tasks.add(siloTaskOf(task));
    const solution = join(environment.folder, "solutions", `${taskIdOf(task.id)}.json`);
    writeFileSync(solution, `${JSON.stringify(solutionOf(task), null, 2)}\n`);
  }
  return environment;
}

/**
 * The benchmark counts its tasks; here they have names that sort as they count.
 * @param {string} peerId
 */
export function taskIdOf(peerId) {
  return `TASK-${peerId.padStart(3, "0")}`;
}

/** @param {string} peerId */
function verifierIdOf(peerId) {
  return `VER-${peerId.padStart(3, "0")}`;
}

/**
 * @param {import("./peer.js").PeerTask} task
 * @returns {import("@silo/runtime").SiloTask}
 */
function siloTaskOf(task) {
  return {
    id: taskIdOf(task.id),
    title: titleOf(task),
    instruction: instructionOf(task),
    verifierId: verifierIdOf(task.id),
    entities: entitiesOf(task),
    notes: `Task ${task.id} of the retail domain of tau2-bench.`,
  };
}

/**
 * The first sentence of what the customer wants, as far as a listing has room.
 * @param {import("./peer.js").PeerTask} task
 */
function titleOf({ user_scenario: { instructions } }) {
  const wanted = instructions.reason_for_call.replace(/^[\s.]+/, "");
  const sentence = /^.+?[.?!](?=\s|$)/s.exec(wanted)?.[0] ?? wanted;
  return sentence.length <= 80 ? sentence : `${sentence.slice(0, 79)}…`;
}

/**
 * The benchmark has a model play the customer; here the agent reads what the customer was told.
 * @param {import("./peer.js").PeerTask} task
 */
function instructionOf({ user_scenario: { instructions } }) {
  const { reason_for_call, known_info, unknown_info, task_instructions } = instructions;
  const parts = [
    "You serve one customer of an online shop with the tools that you have. What follows was written to the customer; do all that it asks for as far as the shop's tools allow, change nothing else, and answer with what the customer wants to know.",
    `What the customer wants: ${reason_for_call}`,
    known_info ? `What the customer knows: ${known_info}` : "",
    unknown_info ? `What the customer does not know: ${unknown_info}` : "",
    `How the customer behaves: ${task_instructions}`,
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

/**
 * The records that change, and those that the reference actions name.
 * @param {import("./peer.js").PeerTask} task
 */
function entitiesOf({ id, evaluation_criteria: { actions } }) {
  const changed = readReplay(id).changedEntities.map((entity) => entity.id);
  const named = actions.flatMap(({ arguments: { order_id, user_id, product_id } }) =>
    [order_id, user_id, product_id].filter((value) => typeof value === "string"),
  );
  return [...new Set([...changed, ...named])];
}

/**
 * What the verifier requires. That nothing changes is no more declared than the benchmark declares it.
 * @param {import("./peer.js").PeerTask} task
 */
function targetOf(task) {
  const { changedEntities } = readReplay(task.id);
  return {
    id: verifierIdOf(task.id),
    taskId: taskIdOf(task.id),
    name: `The state that task ${task.id} of tau2-bench expects`,
    changes: changedEntities.map(({ collection, id, value }) => ({ collection, id, value })),
    told: [...new Set(task.evaluation_criteria.communicate_info)],
  };
}

/** @param {import("./peer.js").PeerTask} task */
function solutionOf({ evaluation_criteria: { actions, communicate_info } }) {
  return {
    calls: actions.map(({ name, arguments: input }) => ({ tool: name, input })),
    answer: communicate_info.join(", "),
  };
}
