import { join } from "node:path";
import type { JsonValue } from "@silo/artifacts";
import { siloError } from "@silo/errors";
import { names } from "./environment-files.js";
import { JsonFiles } from "./json-files.js";

/** The datasets of one environment: the JSON files of its `data` folder, each any JSON (contract S0, S1). */
export class DataFiles {
  readonly #files: JsonFiles;

  constructor(environment: string, environmentFolder: string) {
    this.#files = new JsonFiles({
      folder: join(environmentFolder, names.data),
      kind: "a dataset",
      alreadyExists: (name) =>
        siloError("data_already_exists", { file: `${names.data}/${name}.json`, environment }),
      notFound: (name, available) => siloError("data_not_found", { name, environment, available }),
    });
  }

  /** Names of all datasets, in code-unit order. */
  list(): string[] {
    return this.#files.names();
  }

  /** Throws `data_not_found`, `invalid_json` or `file_access_denied`. */
  get(name: string): JsonValue {
    return this.#files.read(name) as JsonValue;
  }

  /**
   * Makes a dataset. Throws `unsafe_name`, `data_already_exists`, `value_not_json`, `file_access_denied` or
   * `storage_failed`.
   */
  add(name: string, value: unknown): void {
    this.#files.add(name, value);
  }

  /** Puts another value in place of the whole of it. Throws `data_not_found`, and what `add` throws. */
  update(name: string, value: unknown): void {
    this.#files.replace(name, value);
  }

  /** Throws `data_not_found`, `file_access_denied` or `storage_failed`. */
  remove(name: string): void {
    this.#files.remove(name);
  }
}
