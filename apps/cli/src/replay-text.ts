import type { ReplayDifference } from "@silo/runtime";
import type { ChangedPart } from "@silo/scaffold";
import { painter } from "./painter.js";
import { valueText } from "./value-text.js";

/** What a person reads of the first thing that came out otherwise than it was recorded. */
export function differenceLines(difference: ReplayDifference): string[] {
  const { at, recorded, replayed } = difference;
  const both = [`  recorded: ${valueText(recorded)}`, `  replayed: ${valueText(replayed)}`];
  if (at === "end") return ["At the end the world is another one:", ...both];
  const { callId, tool, input } = difference;
  return [`${callId}  ${tool} ${valueText(input)}`, ...both];
}

/** That a run is done again with other files than its own. */
export function changedSinceLines(parts: readonly ChangedPart[], colors: boolean): string[] {
  if (parts.length === 0) return [];
  const verb = parts.length === 1 ? "has" : "have";
  const warning = painter(colors).yellow("Warning");
  return [`${warning}: The ${parts.join(" and the ")} ${verb} changed since the run.`];
}
