import { pairCalls, type StoredRun, type TraceEvent, type TraceEventOf } from "@silo/artifacts";
import { lineText } from "@silo/errors";
import { painter } from "./painter.js";
import { valueText } from "./value-text.js";

type Paint = ReturnType<typeof painter>;

/** What happened in a run, in its order: each call with its answer, what it changed and how long it took. */
export function traceLines({ trace }: Pick<StoredRun, "trace">, colors: boolean): string[] {
  const paint = painter(colors);
  const results = new Map(pairCalls(trace.events).map(({ call, result }) => [call.callId, result]));
  return [
    ...trace.events.flatMap((event) => eventLines(event, { results, paint })),
    ...(trace.isTorn ? [paint.yellow("The trace breaks off: the run was killed while it was written.")] : []),
  ];
}

interface Context {
  results: ReadonlyMap<string, TraceEventOf<"tool_result"> | undefined>;
  paint: Paint;
}

/** The answer of a call stands below it, also where other calls were made meanwhile. */
function eventLines(event: TraceEvent, { results, paint }: Context): string[] {
  switch (event.type) {
    case "tool_call": {
      const { callId, tool, input, path } = event;
      const from = path === undefined ? "" : paint.dim(`  ${lineText(path, { max: 200 })}`);
      const result = results.get(callId);
      const time = result === undefined ? "" : paint.dim(`  ${result.durationMs} ms`);
      return [
        `${paint.bold(callId)}  ${lineText(tool, { max: 100 })} ${valueText(input)}${from}${time}`,
        ...(result === undefined ? [`    ${paint.yellow("no answer")}`] : resultLines(result, paint)),
      ];
    }
    case "late_call":
      return [
        `${paint.yellow("late call")}  ${lineText(event.tool, { max: 100 })} ${valueText(event.input)}`,
      ];
    case "model_step":
      return modelLines(event, paint);
    case "step":
      return stepLines(event, paint);
    case "failure": {
      const { code, path, message, handled } = event.failure;
      const what = handled ? paint.yellow("handled failure") : paint.red("failure");
      return [`${what}  ${lineText(`${code} in ${path}: ${message}`, { max: 500 })}`];
    }
    default:
      return [];
  }
}

/** Only an agent of steps has paths; what a step gives or failed with stands below it, where there is anything. */
function stepLines({ path, command, input, output, error }: TraceEventOf<"step">, paint: Paint): string[] {
  const place = path === "agent" ? "" : ` ${paint.dim(lineText(path, { max: 200 }))}`;
  const given = input === null ? "" : `  ${valueText(input)}`;
  const gave = output === null ? [] : [`    → ${valueText(output)}`];
  const failed = error ? [`    ${paint.red("✗")} ${errorText(error)}`] : [];
  return [`${lineText(command, { max: 100 })}${place}${given}`, ...gave, ...failed];
}

function resultLines(
  { output, isError, changed, fault }: TraceEventOf<"tool_result">,
  paint: Paint,
): string[] {
  const mark = isError ? paint.red("✗") : paint.green("→");
  return [
    `    ${mark} ${isError ? errorText(output) : valueText(output)}`,
    ...(changed.length === 0 ? [] : [`    changed ${lineText(changed.join(", "), { max: 500 })}`]),
    ...(fault ? [`    ${paint.yellow("fault of the tool")}: ${lineText(fault.message, { max: 500 })}`] : []),
  ];
}

/** An error that has the two members of one is shown as one. */
function errorText(output: unknown): string {
  const { code, message } = (output ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code !== "string" || typeof message !== "string") return valueText(output);
  return lineText(`${code}: ${message}`, { max: 500 });
}

function modelLines({ step }: TraceEventOf<"model_step">, paint: Paint): string[] {
  const { model = "model", inputTokens, outputTokens, costUsd, durationMs, content } = step;
  const facts = [
    ...(inputTokens === undefined ? [] : [`${inputTokens} tokens in`]),
    ...(outputTokens === undefined ? [] : [`${outputTokens} tokens out`]),
    ...(costUsd === undefined ? [] : [`${costUsd} USD`]),
    ...(durationMs === undefined ? [] : [`${durationMs} ms`]),
  ];
  const line = `${lineText(model, { max: 100 })}  ${facts.join(", ")}`.trimEnd();
  return [paint.dim(line), ...(content === undefined ? [] : [`    ${valueText(content)}`])];
}
