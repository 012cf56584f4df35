import { fileURLToPath } from "node:url";
import { importProblems } from "./import-problems.js";
import { manifestProblems } from "./manifest-problems.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const problems = [...manifestProblems(root), ...(await importProblems(root))];
for (const problem of problems) console.error(`layers: ${problem}`);
console.error(
  problems.length === 0
    ? "layers: all imports and manifests keep to layers.json"
    : `layers: ${problems.length} problems`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
