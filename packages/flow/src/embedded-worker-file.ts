import { fileURLToPath } from "node:url";

/** The built module that the thread of an embedded database starts with: threads cannot run what is not built. */
export function embeddedWorkerFile(): string {
  return fileURLToPath(new URL("../dist/embedded-worker.js", import.meta.url));
}
