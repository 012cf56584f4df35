import { createRuntime } from "@silo/runtime";
import { readExtraCalls, readReplay, readTasks } from "./peer.js";
import { canonicalHash, stateHasher } from "./state-hash.js";

/**
 * What was compared, and where this world differs from the benchmark.
 * @typedef {{ compared: string, cases: number, equal: number }} ConformanceRow
 * @typedef {{ rows: ConformanceRow[], differences: string[] }} Conformance
 *
 * @typedef {{ outcome: "ok", result: unknown } | { outcome: "error", code: string, error: string }} Observed
 */

/**
 * Makes every call that the benchmark's tools made, in this world, and compares what came of each: outcome, message,
 * hash of the result, hash of the state after it.
 * @param {import("@silo/runtime").Environment} environment
 * @returns {Promise<Conformance>}
 */
export async function compareWithPeer(environment) {
  const comparison = new Comparison(environment);
  await comparison.compareTasks();
  await comparison.compareExtraCalls();
  return comparison.result();
}

class Comparison {
  #environment;
  #hash = stateHasher();
  /** @type {Map<string, ConformanceRow>} */
  #rows = new Map();
  /** @type {string[]} */
  #differences = [];

  /** @param {import("@silo/runtime").Environment} environment */
  constructor(environment) {
    this.#environment = environment;
  }

  /** @returns {Conformance} */
  result() {
    return { rows: [...this.#rows.values()], differences: this.#differences };
  }

  /** The reference actions of every task, one after the other in a world of their own. */
  async compareTasks() {
    for (const { id } of readTasks()) {
      const replay = readReplay(id);
      const world = openWorld(this.#environment, this.#hash);
      this.#compare("state at the start, hash", `task ${id}`, [world.hash(), replay.initialHash]);
      for (const [index, action] of replay.actions.entries()) {
        const seen = await world.call(action);
        const place = `task ${id}, action ${index} (${action.name})`;
        this.#compare("action, outcome", place, [seen.outcome, action.outcome]);
        if (seen.outcome === "error")
          this.#compare("action, message of an error", place, [seen.error, action.error]);
        else
          this.#compare("action, hash of the result", place, [canonicalHash(seen.result), action.resultHash]);
        this.#compare("action, hash of the state after it", place, [world.hash(), action.stateHashAfter]);
      }
      this.#compare("state at the end, hash", `task ${id}`, [world.hash(), replay.finalHash]);
    }
  }

  /** Calls that are mostly wrong on purpose, each in a world that only its setup has changed. */
  async compareExtraCalls() {
    /** @type {World | undefined} */
    let untouched;
    for (const extra of readExtraCalls()) {
      // No call that fails changes anything, which is looked at: those without a setup can share one world.
      const isShared = extra.setup.length === 0 && !extra.changed;
      const world = isShared
        ? (untouched ??= openWorld(this.#environment, this.#hash))
        : openWorld(this.#environment, this.#hash);
      for (const call of extra.setup) {
        const { outcome } = await world.call(call);
        this.#compare("extra call, setup", `${extra.id}, ${call.name}`, [outcome, "ok"]);
      }
      const seen = await world.call(extra.call);
      this.#compareExtra(extra, seen, world.hash());
    }
  }

  /**
   * @param {import("./peer.js").ExtraCall} extra
   * @param {Observed} seen
   * @param {string} after The hash of the state.
   */
  #compareExtra(extra, seen, after) {
    const place = `extra call ${extra.id} (${extra.call.name})`;
    const shown = seen.outcome === "error" ? seen.error : canonicalHash(seen.result);
    const isUnknown = extra.errorClass === "unknown-tool";
    if (!extra.schemaValid && !isUnknown) {
      // The benchmark hands arguments on as they are; here what does not fit the schema never reaches a tool.
      const kind = extra.outcome === "ok" ? "accepted" : `error "${extra.errorClass}"`;
      this.#compare(`extra call, arguments against the schema, there ${kind}: refused here`, place, [
        "code" in seen && seen.code,
        "INPUT_INVALID",
      ]);
      this.#compare("extra call, state after it", place, [after, extra.stateHashBefore]);
      return;
    }
    const expected = extra.outcome === "ok" ? extra.resultHash : extra.error;
    if (extra.errorClass === "runtime")
      this.#compare("extra call, runtime: an error, whatever its words", place, [seen.outcome, "error"]);
    else this.#compare(`extra call, ${extra.errorClass ?? "accepted"}: exact`, place, [shown, expected]);
    this.#compare("extra call, state after it", place, [after, extra.stateHashAfter]);
  }

  /**
   * @param {string} compared
   * @param {string} place
   * @param {readonly [here: unknown, there: unknown]} values
   */
  #compare(compared, place, [here, there]) {
    const row = this.#rows.get(compared) ?? { compared, cases: 0, equal: 0 };
    this.#rows.set(compared, row);
    row.cases += 1;
    if (here === there) row.equal += 1;
    else this.#differences.push(`${compared}, ${place}: here ${here}, there ${there}`);
  }
}

/** @typedef {ReturnType<typeof openWorld>} World */

/**
 * A fresh world.
 * @param {import("@silo/runtime").Environment} environment
 * @param {(state: unknown) => string} hash
 */
function openWorld(environment, hash) {
  const state = environment.createState();
  const runtime = createRuntime({ tools: environment.bindTools(state), state });
  return {
    hash: () => hash(state),
    /**
     * @param {import("./peer.js").PeerCall} call
     * @returns {Promise<Observed>}
     */
    call: async ({ name, arguments: input }) => {
      try {
        return { outcome: "ok", result: await runtime.call(name, input) };
      } catch (thrown) {
        return { outcome: "error", ...errorOf(thrown) };
      }
    },
  };
}

/**
 * An error in the benchmark's words. Silo words an unknown tool in its own way, and keeps the name as it came.
 * @param {unknown} thrown
 * @returns {{ code: string, error: string }}
 */
function errorOf(thrown) {
  const { code, message, tool } = /** @type {{ code: string, message: string, tool?: string }} */ (thrown);
  return { code, error: code === "TOOL_NOT_FOUND" ? `Tool '${tool}' not found.` : message };
}
