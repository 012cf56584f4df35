import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  createFile,
  formatRecord,
  guardStorage,
  jsonCopy,
  makeFolder,
  parseJson,
  replaceFile,
  type JsonValue,
} from "@silo/artifacts";
import { siloError } from "@silo/errors";
import { listJsonFiles, readTextFile } from "./environment-files.js";
import { whileLocked } from "./environment-lock.js";
import { requireInside } from "./require-inside.js";
import { requireSafeName } from "./safe-name.js";
import { sweepDrafts } from "./write-together.js";

export interface JsonFilesOptions {
  /** Absolute path in the environment's folder; it need not be there. */
  folder: string;
  /** What a file is, with its article, for a message: "a dataset". */
  kind: string;
  /** The error for a name that is taken, under the spelling that is there. */
  alreadyExists: (name: string) => Error;
  notFound: (name: string, available: string) => Error;
}

/**
 * JSON files of one folder, by name without `.json`. Each is written whole or not at all, and one that is there is never
 * overwritten by `add` (contract S2); names that differ only by case are one name. What was read here and has been changed
 * elsewhere since is not replaced.
 */
export class JsonFiles {
  readonly folder: string;
  readonly #options: JsonFilesOptions;
  /** The texts that were read or written last, by name. */
  readonly #known = new Map<string, string>();

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
    const text = readTextFile(this.file(name), this.file(name));
    const value = parseJson(text, this.file(name));
    this.#known.set(name, text);
    return value;
  }

  /** Throws `unsafe_name`, `alreadyExists`, `value_not_json`, `file_access_denied` or `storage_failed`. */
  add(name: string, value: unknown): void {
    requireSafeName(name, this.#options.kind);
    const text = textOf(value, name);
    const alreadyThere = (): string | undefined =>
      this.names().find((other) => other.toLowerCase() === name.toLowerCase());
    const taken = alreadyThere();
    if (taken !== undefined) throw this.#options.alreadyExists(taken);
    this.#write(name, (file) => {
      // Another process may have been faster.
      const other = alreadyThere();
      if (other !== undefined) throw this.#options.alreadyExists(other);
      makeFolder(dirname(file));
      if (!createFile(file, text)) throw this.#options.alreadyExists(name);
      this.#known.set(name, text);
    });
  }

  /**
   * Throws `notFound`, `value_not_json`, `file_access_denied` or `storage_failed`, also where the file is no longer what
   * was read here last.
   */
  replace(name: string, value: unknown): void {
    this.require(name);
    const text = textOf(value, name);
    this.#write(name, (file) => {
      this.require(name);
      const known = this.#known.get(name);
      if (known !== undefined && readTextFile(file, file) !== known) throw changedMeanwhile(this.file(name));
      replaceFile(file, text);
      this.#known.set(name, text);
    });
  }

  /** Throws `notFound`, `file_access_denied` or `storage_failed`. */
  remove(name: string): void {
    this.require(name);
    this.#write(name, () => {
      this.require(name);
      // What a link leads to is not the environment's.
      rmSync(this.file(name));
      this.#known.delete(name);
    });
  }

  #write(name: string, work: (file: string) => void): void {
    const environment = dirname(this.folder);
    guardStorage(this.file(name), () => {
      requireInside(environment, this.folder);
      whileLocked(environment, () => {
        sweepDrafts(this.folder);
        work(requireInside(environment, this.file(name)));
      });
    });
  }

  require(name: string): void {
    const names = this.names();
    if (!names.includes(name)) throw this.#options.notFound(name, names.join(", ") || "none");
  }
}

function changedMeanwhile(file: string): Error {
  return siloError(
    "storage_failed",
    { file, reason: "somebody else changed it since it was read" },
    {
      suggestion: { action: "retry", fix: "Read it again, and make the change in what is there now" },
      isRetryable: true,
    },
  );
}

function textOf(value: unknown, name: string): string {
  const copy = jsonCopy(value, name);
  return typeof copy === "object" && copy !== null
    ? formatRecord(copy)
    : `${JSON.stringify(copy satisfies JsonValue)}\n`;
}
