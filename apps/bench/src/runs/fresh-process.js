import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const entry = fileURLToPath(new URL("measure-here.js", import.meta.url));

/**
 * What `measure` of `measure-<name>.js` gives in a process of its own: what was measured before has left nothing there,
 * and a small process starts others faster than a large one.
 * @param {string} name
 * @param {object} effort
 * @returns {Promise<any>}
 */
export async function measureInFreshProcess(name, effort) {
  const args = ["--expose-gc", entry, name, JSON.stringify(effort)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [measured, [code, signal]] = await Promise.all([text(child.stdout), once(child, "close")]);
  if (code === 0) return JSON.parse(measured);
  throw new Error(`Measuring ${name} ended with ${signal ?? `exit code ${code}`}; what it printed says why.`);
}
