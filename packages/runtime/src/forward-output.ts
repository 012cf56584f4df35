import type { RunFolder } from "@silo/artifacts";
import type { Seated } from "./stage.js";

/** How much of what an agent or a world prints is handed on, in UTF-16 units: a flood must not bury the rest. */
const maxForwarded = 1_048_576;

/** Hands on what agent and world print, to whoever watches and into the run's folder (contract C2). */
export function forwardOutput(
  { watchOutput }: Pick<Seated, "watchOutput">,
  {
    folder,
    onOutput,
  }: { folder: RunFolder | undefined; onOutput: (from: "agent" | "world", text: string) => void },
): void {
  const left = { agent: maxForwarded, world: maxForwarded };
  watchOutput((from, text) => {
    try {
      folder?.appendLog(from, text);
    } catch {
      // What is printed is not worth a run; a disk that is full is told by the trace.
    }
    if (left[from] <= 0) return;
    onOutput(from, text.slice(0, left[from]));
    left[from] -= text.length;
    if (left[from] <= 0) onOutput(from, `\n… what the ${from} prints from here on is not shown.\n`);
  });
}
