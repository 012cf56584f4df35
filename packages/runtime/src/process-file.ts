import { fileURLToPath } from "node:url";

/** The built module that the process of an agent, a world or a proof starts with. Children cannot run what is not built. */
export function processFile(role: "agent" | "world" | "proof"): string {
  return fileURLToPath(new URL(`../dist/${role}-process.js`, import.meta.url));
}
