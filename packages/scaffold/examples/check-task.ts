import { Silo } from "@silo/scaffold";

const environment = Silo.open().environments.open("demo");
const report = await environment.check({
  tasks: ["TASK-001"],
  onTaskEnd: ({ task, ok }) => console.log(task, ok),
});
const [proof] = report.proofs;
console.log(report.ok, proof?.noop, proof?.solution, proof?.survivors);
