import { writeSync } from "node:fs";

/** Writes all bytes: the system may take fewer at a time. */
export function writeWhole(file: number, bytes: Buffer): void {
  for (let offset = 0; offset < bytes.length;) offset += writeSync(file, bytes, offset);
}
