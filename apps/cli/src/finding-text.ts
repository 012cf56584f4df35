import type { Finding } from "@silo/artifacts";
import type { painter } from "./painter.js";

/** One finding as a person reads it: `error: CODE: place: message`, and what may mend it. */
export function findingText(
  { level, code, message, file, line, column, suggestion }: Finding,
  paint: ReturnType<typeof painter>,
): string {
  const place =
    file === undefined ? "" : `${[file, line, column].filter((part) => part !== undefined).join(":")}: `;
  const tag = level === "error" ? paint.red(level) : paint.yellow(level);
  return `${tag}: ${code}: ${place}${message}${suggestion === undefined ? "" : `\n  try: ${suggestion}`}`;
}
