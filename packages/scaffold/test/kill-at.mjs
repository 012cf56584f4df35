// Loaded before a program: kills it just before its n-th call that changes the disk, where n is $KILL_AT. With 0 it lives,
// and the number of calls is printed when it ends.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const at = Number(process.env.KILL_AT);
let calls = 0;
/** @type {Record<string, any>} */
const disk = fs;

for (const name of [
  ...["cpSync", "linkSync", "mkdirSync", "openSync", "renameSync", "rmSync", "rmdirSync", "unlinkSync"],
  ...["writeFileSync", "writeSync", "fsyncSync", "closeSync", "utimesSync"],
]) {
  const original = disk[name];
  disk[name] = (/** @type {unknown[]} */ ...args) => {
    // Files that are only read, such as modules, are no change.
    if (name !== "openSync" || (args[1] !== undefined && args[1] !== "r")) {
      if (++calls === at) process.kill(process.pid, "SIGKILL");
    }
    return original(...args);
  };
}
syncBuiltinESMExports();
process.on("exit", () => process.stdout.write(`calls: ${calls}\n`));
