import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The benchmark's folder in the test material: below `SILO_CORPUS`, or `shared` beside the repository. */
export const peerFolder = join(
  process.env["SILO_CORPUS"] ?? fileURLToPath(new URL("../../../../shared", import.meta.url)),
  "peers",
  "tau2",
);

/** Whether the material is there. Where it is required and absent, that is an error; else whoever asks skips, and says so. */
export function hasPeer() {
  if (existsSync(peerFolder)) return true;
  if (process.env["SILO_REQUIRE_CORPUS"] === "1")
    throw new Error(`The test material is required, but ${peerFolder} does not exist.`);
  console.warn(`Skipped: the material of the benchmark is not at ${peerFolder}.`);
  return false;
}

/**
 * @typedef {{ name: string, arguments: Record<string, unknown> }} PeerCall
 *
 * @typedef {object} PeerTask
 * @property {string} id A number, as text.
 * @property {{ instructions: { task_instructions: string, reason_for_call: string, known_info: string | null, unknown_info: string | null } }} user_scenario
 * @property {{ actions: PeerCall[], communicate_info: string[] }} evaluation_criteria
 *
 * @typedef {object} Outcome What one call did.
 * @property {"ok" | "error"} outcome
 * @property {string} [resultHash]
 * @property {string} [error] The message.
 * @property {boolean} changed
 * @property {string} stateHashAfter
 *
 * @typedef {{ collection: "products" | "users" | "orders", id: string, op: "create" | "update" | "delete", value?: Record<string, unknown> }} ChangedEntity
 *
 * @typedef {object} PeerReplay The reference actions of one task, made in a fresh world.
 * @property {string} taskId
 * @property {string} initialHash
 * @property {string} finalHash
 * @property {boolean} changed
 * @property {(PeerCall & Outcome)[]} actions
 * @property {ChangedEntity[]} changedEntities
 *
 * @typedef {object} ExtraOwn
 * @property {string} id
 * @property {PeerCall[]} setup Calls to make first.
 * @property {PeerCall} call
 * @property {boolean} schemaValid
 * @property {"domain" | "runtime" | "unknown-tool"} [errorClass]
 * @property {string} stateHashBefore After the setup.
 * @typedef {ExtraOwn & Outcome} ExtraCall
 *
 * @typedef {Record<"products" | "users" | "orders", Record<string, Record<string, unknown>>>} PeerState
 */

/**
 * @param {string[]} names
 * @returns {any}
 */
function readPeer(...names) {
  return JSON.parse(readFileSync(join(peerFolder, ...names), "utf8"));
}

/** @returns {PeerState} */
export function readStartState() {
  return readPeer("db.json");
}

/** @returns {PeerTask[]} In the benchmark's order. */
export function readTasks() {
  return readPeer("tasks.json");
}

/**
 * @param {string} taskId
 * @returns {PeerReplay}
 */
export function readReplay(taskId) {
  return readPeer("expected", `${taskId}.json`);
}

/** @returns {ExtraCall[]} */
export function readExtraCalls() {
  return readPeer("errors.json").cases;
}
