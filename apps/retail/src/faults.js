import { parseArgs } from "node:util";
import { buildWorld, generatedFolder } from "./build-world.js";
import { faultsOf, renderFaults } from "./fault-table.js";
import { hasPeer } from "./peer.js";

const { values } = parseArgs({ options: { mutants: { type: "string", default: "10" } } });

if (hasPeer()) {
  console.error("Proving 114 tasks; this takes minutes.");
  const report = await buildWorld(generatedFolder("faults")).check({
    mutants: Number(values.mutants),
    onTaskEnd: ({ task, ok }) => console.error(`${task} ${ok ? "holds" : "has faults"}`),
  });
  console.log(renderFaults(faultsOf(report)));
}
