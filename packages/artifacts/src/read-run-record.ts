import { join } from "node:path";
import { siloError } from "@silo/errors";
import { makeReader, readJson, requireFolder, type Reader } from "./read-artifact.js";
import { formatVersion, runSchema, type RunRecord } from "./run.js";

const major = formatVersion.split(".")[0];
let reader: Reader<RunRecord> | undefined;

/**
 * `run.json` of the run in `folder`, valid against its schema but for members that it does not know; undefined where
 * there is none, because the run goes on or was killed (contract A1, A4). Throws `run_not_found`, `invalid_json`,
 * `artifact_version_unsupported`, `file_access_denied`.
 */
export function readRunRecord(folder: string): RunRecord | undefined {
  requireFolder(folder);
  return readRunFile(folder);
}

/** `readRunRecord` of a folder that is there. */
export function readRunFile(folder: string): RunRecord | undefined {
  const source = readVersioned(folder);
  return source && (reader ??= makeReader(runSchema))(source.value, source);
}

/** Throws `artifact_version_unsupported` where the run in `folder` has another major version. */
export function requireReadable(folder: string): void {
  readVersioned(folder);
}

/** The version stands in run.json and is that of all four files. What has another one may be anything else. */
function readVersioned(folder: string): ReturnType<typeof readJson> {
  const file = join(folder, "run.json");
  const source = readJson(file);
  const found = (source?.value as { formatVersion?: unknown } | null | undefined)?.formatVersion;
  if (typeof found !== "string" || found.split(".")[0] === major) return source;
  throw siloError("artifact_version_unsupported", { file, found, supported: `${major}.x` });
}
