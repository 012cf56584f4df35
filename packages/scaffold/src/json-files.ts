import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  createFile,
  formatRecord,
  guardStorage,
  jsonCopy,
  replaceFile,
  type JsonValue,
} from "@silo/artifacts";
import { listJsonFiles, readJsonFile } from "./environment-files.js";
import { requireSafeName } from "./safe-name.js";

export interface JsonFilesOptions {
  /** Absolute path; it need not be there. */
  folder: string;
  /** What a file is, with its article, for a message: "a dataset". */
  kind: string;
  /** The error for a name that is taken, under the spelling that is there. */
  alreadyExists: (name: string) => Error;
  notFound: (name: string, available: string) => Error;
}

/**
 * JSON files of one folder, by name without `.json`. Each is written whole or not at all, and one that is there is never
 * overwritten by `add` (contract S2); names that differ only by case are one name.
 */
export class JsonFiles {
  readonly folder: string;
  readonly #options: JsonFilesOptions;

  constructor(options: JsonFilesOptions) {
    this.folder = options.folder;
    this.#options = options;
  }

  /** In code-unit order. Throws `file_access_denied`. */
  names(): string[] {
    return listJsonFiles(this.folder);
  }

  file(name: string): string {
    return join(this.folder, `${name}.json`);
  }

  /** Throws `notFound`, `invalid_json` or `file_access_denied`. */
  read(name: string): unknown {
    this.require(name);
    return readJsonFile(this.file(name), this.file(name));
  }

  /** Throws `unsafe_name`, `alreadyExists`, `value_not_json`, `file_access_denied` or `storage_failed`. */
  add(name: string, value: unknown): void {
    requireSafeName(name, this.#options.kind);
    const text = textOf(value, name);
    const taken = this.names().find((other) => other.toLowerCase() === name.toLowerCase());
    if (taken !== undefined) throw this.#options.alreadyExists(taken);
    guardStorage(this.file(name), () => {
      mkdirSync(this.folder, { recursive: true });
      // Another process may have been faster.
      if (!createFile(this.file(name), text)) throw this.#options.alreadyExists(name);
    });
  }

  /** Throws `notFound`, `value_not_json`, `file_access_denied` or `storage_failed`. */
  replace(name: string, value: unknown): void {
    this.require(name);
    const text = textOf(value, name);
    guardStorage(this.file(name), () => replaceFile(this.file(name), text));
  }

  /** Throws `notFound`, `file_access_denied` or `storage_failed`. */
  remove(name: string): void {
    this.require(name);
    guardStorage(this.file(name), () => rmSync(this.file(name)));
  }

  require(name: string): void {
    const names = this.names();
    if (!names.includes(name)) throw this.#options.notFound(name, names.join(", ") || "none");
  }
}

function textOf(value: unknown, name: string): string {
  const copy = jsonCopy(value, name);
  return typeof copy === "object" && copy !== null
    ? formatRecord(copy)
    : `${JSON.stringify(copy satisfies JsonValue)}\n`;
}
