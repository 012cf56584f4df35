import type { CheckRecord, Difference, PlaceChange, RecordedCall } from "@silo/artifacts";
import { lineText } from "@silo/errors";
import type { ComparedRuns } from "@silo/scaffold";
import { painter } from "./painter.js";
import { formatReward } from "./run-summary.js";
import { valueText } from "./value-text.js";

/** Two runs beside each other, for a person: what they were given, what each did otherwise, how each ended. */
export function comparisonLines(compared: ComparedRuns, colors: boolean): string[] {
  const { runIds, isSame, checks, statePlaces, firstDifferentCall } = compared;
  const paint = painter(colors);
  const line = (name: string, a: string, b: string): string => `${name}: ${a} → ${b}`;
  const simple = <T>(name: string, found: Difference<T> | undefined, say: (value: T) => string): string[] =>
    found === undefined ? [] : [line(name, shown(found.a, say), shown(found.b, say))];
  return [
    `${paint.bold(runIds.a)} → ${paint.bold(runIds.b)}`,
    ...givenLines(compared).map((given) => `${paint.yellow("Warning")}: ${given}`),
    ...simple("verdict", compared.verdict, String),
    ...simple("reward", compared.reward, (reward) => (reward === null ? "none" : formatReward(reward))),
    ...simple("ended as", compared.terminationReason, String),
    ...simple("tool calls", compared.toolCalls, String),
    ...simple("tool errors", compared.toolErrors, String),
    ...checks.map(({ name, a, b }) => line(`check ${valueText(name)}`, checkText(a), checkText(b))),
    ...statePlaces.map(({ name, a, b }) =>
      line(`world ${lineText(name, { max: 200 })}`, placeText(a), placeText(b)),
    ),
    ...simple("answer", compared.agentOutput, valueText),
    ...(firstDifferentCall
      ? [
          `first different call, the ${ordinal(firstDifferentCall.index + 1)} one (another ${firstDifferentCall.differs}):`,
          `  ${callText(firstDifferentCall.a)}`,
          `  ${callText(firstDifferentCall.b)}`,
        ]
      : []),
    isSame ? paint.green("✓ Both did the same.") : paint.red("✗ They differ."),
  ];
}

const things = {
  environment: "environment's files",
  task: "task",
  verifier: "verifier",
  agent: "agent's file",
} as const;

/** What the runs were given that is not the same: a difference may come from there. */
function givenLines({ task, hashes, config }: ComparedRuns): string[] {
  return [
    ...(task ? [`They are of two tasks: ${shown(task.a, String)} → ${shown(task.b, String)}`] : []),
    ...(hashes.length > 0
      ? [`They do not have the same ${hashes.map(({ name }) => things[name]).join(", ")}`]
      : []),
    ...config.map(
      ({ name, a, b }) =>
        `They do not have the same ${name}: ${shown(a, valueText)} → ${shown(b, valueText)}`,
    ),
  ];
}

function shown<T>(value: T | undefined, say: (value: T) => string): string {
  return value === undefined ? "nothing" : say(value);
}

function checkText(check: CheckRecord | undefined): string {
  if (check === undefined) return "no such check";
  const { passed, detail, required } = check;
  return `${passed ? "passed" : "failed"}${required ? "" : ", optional"}${detail === "" ? "" : ` (${lineText(detail, { max: 160 })})`}`;
}

function placeText(place: PlaceChange | undefined): string {
  if (place === undefined) return "as it was";
  const { change, ...values } = place;
  return "to" in values ? `${change} to ${valueText(values.to)}` : change;
}

function callText(call: RecordedCall | undefined): string {
  if (call === undefined) return "no call";
  const { tool, input, output, isError } = call;
  const answer = isError === undefined ? "no answer" : `${isError ? "error " : ""}${valueText(output)}`;
  return `${lineText(tool, { max: 100 })} ${valueText(input)} → ${answer}`;
}

function ordinal(number: number): string {
  const teen = number % 100 >= 11 && number % 100 <= 13;
  return `${number}${(teen ? undefined : ["th", "st", "nd", "rd"][number % 10]) ?? "th"}`;
}
