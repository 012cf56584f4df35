import { closeSync, openSync } from "node:fs";
import { writeWhole } from "./write-whole.js";

/** Bytes that are kept of what the agent printed, and of what the world printed: 1 MiB each (contract A1). */
export const maxLogBytes = 1_048_576;

const notice = `[more was printed; only the first ${maxLogBytes} bytes are kept]\n`;

/** A text file that is made when something is first written, and that does not grow beyond `maxLogBytes` and one line. */
export class RunLog {
  readonly #path: string;
  #file: number | undefined;
  #bytes = 0;
  #endsLine = true;
  #isFull = false;

  constructor(path: string) {
    this.#path = path;
  }

  append(text: string): void {
    if (text === "" || this.#isFull) return;
    this.#file ??= openSync(this.#path, "a");
    const bytes = Buffer.from(text);
    const room = maxLogBytes - this.#bytes;
    const kept = bytes.length <= room ? bytes : bytes.subarray(0, wholeLength(bytes, room));
    if (kept.length > 0) this.#endsLine = kept.at(-1) === newline;
    this.#bytes += kept.length;
    this.#isFull = kept.length < bytes.length;
    writeWhole(this.#file, kept);
    if (this.#isFull) writeWhole(this.#file, Buffer.from(this.#endsLine ? notice : `\n${notice}`));
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

const newline = 0x0a;

/** The length of the longest beginning of UTF-8 `bytes` with at most `room` bytes that ends with a whole code point. */
function wholeLength(bytes: Buffer, room: number): number {
  let length = room;
  // Bytes of the form 10xxxxxx continue a code point.
  while (length > 0 && ((bytes[length] ?? 0) & 0xc0) === 0x80) length -= 1;
  return length;
}
