import { pathToFileURL } from "node:url";
import { siloError } from "@silo/errors";
import { withinTime } from "./within-time.js";

/**
 * Evaluates the module that lies at `path` and was made of the author's `file`; stack lines point into the author's
 * source. Rejects with whatever the module throws, and with `load_timeout`.
 */
export async function importBundle(
  { path, file }: { path: string; file: string },
  { timeoutMs }: { timeoutMs: number },
): Promise<Record<string, unknown>> {
  process.setSourceMapsEnabled(true);
  const importing = import(/* @vite-ignore */ pathToFileURL(path).href) as Promise<Record<string, unknown>>;
  const imported = await withinTime(importing, timeoutMs);
  if (imported) return imported.value;
  throw siloError("load_timeout", { file, timeoutMs });
}
