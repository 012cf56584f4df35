import { fileURLToPath } from "node:url";

/** The built module that the process of an agent or of a world starts with. Children cannot run what is not built. */
export function processFile(role: "agent" | "world"): string {
  return fileURLToPath(new URL(`../dist/${role}-process.js`, import.meta.url));
}
