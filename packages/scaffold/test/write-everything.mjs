// Tries everything that writes into a project, and says of each what came of it and what it changed on the disk.
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

// Without a handler the system ends a process that reaches a limit on the size of files.
process.on("SIGXFSZ", () => {});
const [built = "", project = ""] = process.argv.slice(2);
/** @type {typeof import("../src/index.js")} */
const { Silo, isSiloError } = await import(built);
const { environments } = Silo.open({ cwd: project });
const empty = Silo.open({ cwd: join(project, "empty") }).environments;
const demo = environments.open("demo");
const task = { id: "TASK-2", title: "T", instruction: "I", verifierId: "V" };

/** @type {Record<string, () => unknown>} */
const works = {
  "creating the first environment": () => empty.create({ name: "demo" }),
  "creating another environment": () => environments.create({ name: "other", template: "crm" }),
  "adding a tool": () => demo.tools.add("archive_todo"),
  "adding a verifier": () => demo.verifiers.add("VER-2", { task: "TASK-001" }),
  "adding a dataset": () => demo.data.add("new", [1]),
  "updating a dataset": () => demo.data.update("todos", [1]),
  "adding a task": () => demo.tasks.add(task),
  "updating a task": () => demo.tasks.update({ ...task, id: "TASK-001" }),
  "removing a dataset": () => demo.data.remove("todos"),
  "removing a task": () => demo.tasks.remove("TASK-001"),
  "removing an environment": () => environments.remove("demo"),
};

/** @param {string} folder @param {string} [root] @returns {Record<string, string>} */
function contents(folder, root = "") {
  return Object.assign(
    {},
    ...readdirSync(folder)
      .sort()
      .map((entry) => {
        const path = join(folder, entry);
        const name = `${root}${entry}`;
        if (lstatSync(path).isDirectory()) return { [name]: "folder", ...contents(path, `${name}/`) };
        return { [name]: createHash("sha256").update(readFileSync(path)).digest("hex") };
      }),
  );
}

const outcomes = [];
for (const [name, work] of Object.entries(works)) {
  const before = contents(project);
  let outcome = {};
  try {
    await work();
  } catch (error) {
    outcome = isSiloError(error)
      ? { code: error.code, message: error.message, fix: error.suggestion?.fix }
      : { code: String(error) };
  }
  const after = contents(project);
  const changed = Object.keys({ ...before, ...after }).filter((path) => before[path] !== after[path]);
  outcomes.push({ name, ...outcome, changed });
}
process.stdout.write(JSON.stringify(outcomes));
