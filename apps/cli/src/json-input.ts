import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { siloError } from "@silo/errors";
import type { Arguments, CommandContext, OptionDefinition } from "./command.js";

/** Where a command takes JSON from. */
export const jsonInputOptions: Record<"file" | "data", OptionDefinition> = {
  file: { type: "string", describe: "A file with the JSON; - for standard input" },
  data: { type: "string", describe: "The JSON itself" },
};

/**
 * The JSON that was given, whatever it is. Throws `usage_error` where it is given in no way or in two, `invalid_json` with
 * line and column, and `file_access_denied`.
 */
export async function readJsonInput(args: Arguments, { cwd }: CommandContext): Promise<unknown> {
  const { file, data } = args as { file?: string; data?: string };
  if ((file === undefined) === (data === undefined)) {
    throw siloError("usage_error", {
      problem: "Give the JSON with --file FILE, --file - or --data JSON, in one way.",
    });
  }
  const { parseJson } = await import("@silo/artifacts");
  if (data !== undefined) return parseJson(data, "--data");
  return file === "-"
    ? parseJson(readText(0, "standard input"), "standard input")
    : parseJson(readText(resolve(cwd, String(file)), String(file)), String(file));
}

function readText(file: string | number, shown: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    const { code = "unknown" } = cause as NodeJS.ErrnoException;
    throw siloError("file_access_denied", { file: shown, action: "read", reason: code }, { cause });
  }
}
