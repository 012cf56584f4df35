import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { buildWorld, generatedFolder } from "@silo/retail/build-world";
import { createRuntime, loadEnvironment, runTask } from "@silo/runtime";
import { measureGroup } from "../rounds.js";
import { readMemory } from "./read-memory.js";

/**
 * @typedef {import("@silo/runtime").Environment} Environment
 * @typedef {{ calls: { tool: string, input: any }[], answer: string }} Solution
 * @typedef {{ task: import("@silo/runtime").SiloTask, solution: Solution }} Solved
 */

const read = { name: "get_order_details" };
const write = { name: "modify_user_address" };

/**
 * A world of 2.8 MB with the tools of a benchmark: its calls, and the replay of its reference solutions, beside the
 * author's functions on a plain object. Times are microseconds, of processor time for calls and of the wall clock for
 * the replay of one task.
 * @param {{ effort: import("../rounds.js").Effort, tasks: number }} how
 */
export async function measure({ effort, tasks: wanted }) {
  const folder = generatedFolder("bench");
  try {
    const built = buildWorld(folder);
    const { environment } = await loadEnvironment(join(built.folder, "index.ts"));
    const solved = built.tasks
      .list()
      .slice(0, wanted)
      .map((task) => ({
        task,
        solution: JSON.parse(readFileSync(join(built.folder, "solutions", `${task.id}.json`), "utf8")),
      }));
    const rows = await measureCalls(environment, effort);
    const { samples, memory } = await replay(environment, solved);
    const group = `one of ${solved.length} tasks of the retail world, replayed`;
    for (const [name, ofOne] of Object.entries(samples)) rows.push({ group, name, samples: ofOne });
    return { rows, memory: { name: "in-process, retail world of 2.8 MB", runs: solved.length, ...memory } };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {Environment} environment
 * @param {import("../rounds.js").Effort} effort
 */
async function measureCalls(environment, effort) {
  const plain = /** @type {any} */ (environment.createState());
  const state = /** @type {any} */ (environment.createState());
  const tools = environment.bindTools(plain);
  const runtime = createRuntime({ tools: environment.bindTools(state), state });
  const orders = Object.keys(plain.orders);
  const users = Object.keys(plain.users);
  let made = 0;
  const nextRead = () => ({ order_id: orders[(made += 1) % orders.length] });
  const nextWrite = () => {
    made += 1;
    const address = {
      address1: `${made} Oak Road`,
      address2: "",
      city: "Austin",
      state: "TX",
      country: "USA",
    };
    return { user_id: users[made % users.length], ...address, zip: "78701" };
  };
  const floor = (/** @type {{ name: string }} */ { name }, /** @type {any} */ input) =>
    globalThis.structuredClone(tools.find((tool) => tool.name === name)?.run(plain, input));
  return [
    ...(await measureGroup("retail world of 2.8 MB, read", effort, [
      { name: "floor", run: () => floor(read, nextRead()) },
      { name: "createRuntime(…).call", run: () => runtime.call(read.name, nextRead()) },
    ])),
    ...(await measureGroup("retail world of 2.8 MB, write", effort, [
      { name: "floor", run: () => floor(write, nextWrite()) },
      { name: "createRuntime(…).call", run: () => runtime.call(write.name, nextWrite()) },
      { name: "createState, a new world", run: () => environment.createState() },
    ])),
  ];
}

/**
 * Each task in turn on both paths, so that what slows the machine down slows both. The memory at the start is that after
 * a few runs, when what they need is there.
 * @param {Environment} environment
 * @param {readonly Solved[]} solved
 */
async function replay(environment, solved) {
  const samples = {
    "floor: createState and the functions": /** @type {number[]} */ ([]),
    "in-process, graded": /** @type {number[]} */ ([]),
  };
  const afterRuns = Math.ceil(solved.length / 5);
  let start = readMemory();
  for (const [index, { task, solution }] of solved.entries()) {
    samples["floor: createState and the functions"].push(
      await timeOf(() => callAlone(environment, solution)),
    );
    samples["in-process, graded"].push(await timeOf(() => runGraded(environment, { task, solution })));
    if (index + 1 === afterRuns) start = readMemory();
  }
  return { samples, memory: { afterRuns, start, end: readMemory() } };
}

/** @param {() => unknown} work */
async function timeOf(work) {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) * 1_000;
}

/**
 * @param {Environment} environment
 * @param {Solution} solution
 */
function callAlone(environment, { calls }) {
  const state = environment.createState();
  const tools = new Map(environment.bindTools(state).map((tool) => [tool.name, tool]));
  for (const { tool, input } of calls) {
    try {
      globalThis.structuredClone(tools.get(tool)?.run(state, input));
    } catch {
      // A reference action that fails is passed over, as in a run.
    }
  }
}

/**
 * @param {Environment} environment
 * @param {Solved} solved
 */
async function runGraded(environment, { task, solution }) {
  const { verdict } = await runTask({
    environment,
    task,
    agent: async ({ callTool }) => {
      for (const { tool, input } of solution.calls) await callTool(tool, input);
      return { output: solution.answer };
    },
  });
  if (verdict !== "passed") throw new Error(`The solution of ${task.id} is ${verdict}.`);
}
