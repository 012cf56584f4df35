import { parseArgs } from "node:util";
import { buildWorld, generatedFolder } from "./build-world.js";
import { faultsOf, renderFaults } from "./fault-table.js";
import { hasPeer } from "./peer.js";

const { values } = parseArgs({
  options: { task: { type: "string", multiple: true }, mutants: { type: "string", default: "10" } },
});

if (hasPeer()) {
  const tasks = values.task;
  console.error(tasks ? `Proving ${tasks.length} tasks.` : "Proving all tasks; this takes minutes.");
  const report = await buildWorld(generatedFolder("faults")).check({
    tasks,
    mutants: Number(values.mutants),
    onTaskEnd: ({ task, ok }) => console.error(`${task} ${ok ? "holds" : "has faults"}`),
  });
  const faults = faultsOf(report);
  console.log(renderFaults(tasks ? faults.filter(({ task }) => tasks.includes(task)) : faults));
}
