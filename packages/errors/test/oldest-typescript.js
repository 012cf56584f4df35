// Compiles a consumer of the built declarations with each TypeScript that is supported, from the oldest to the newest.
// `pnpm build` first. Not part of `test`, because it fetches compilers.
import { spawnSync } from "node:child_process";

const versions = ["5.4.5", "5.6.3", "5.9.3", "latest"];
const modules = ["node16", "nodenext"];
const project = new URL("consumer/tsconfig.json", import.meta.url).pathname;
let failed = 0;

for (const version of versions) {
  for (const module of modules) {
    const args = ["-y", "-p", `typescript@${version}`, "tsc", "-p", project, "--module", module];
    const { status, stdout } = spawnSync("npx", args, { encoding: "utf8" });
    if (status === 0) continue;
    failed += 1;
    console.error(`typescript@${version} --module ${module}:\n${stdout}`);
  }
}

console.log(`${versions.length * modules.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
