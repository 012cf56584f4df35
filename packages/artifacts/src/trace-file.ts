import { closeSync, ftruncateSync, openSync } from "node:fs";
import { writeWhole } from "./write-whole.js";

/** A new `trace.jsonl`, to which whole lines are appended. */
export class TraceFile {
  readonly #file: number;
  #bytes = 0;

  constructor(path: string) {
    this.#file = openSync(path, "ax");
  }

  append(line: string): void {
    const bytes = Buffer.from(`${line}\n`);
    try {
      writeWhole(this.#file, bytes);
    } catch (error) {
      this.#dropRest();
      throw error;
    }
    this.#bytes += bytes.length;
  }

  close(): void {
    closeSync(this.#file);
  }

  /** A disk that is full may have taken half of a line, and a shorter one may still fit: it must not follow that half. */
  #dropRest(): void {
    try {
      ftruncateSync(this.#file, this.#bytes);
    } catch {
      // The first error says what is wrong; a reader takes what is left for a torn line.
    }
  }
}
