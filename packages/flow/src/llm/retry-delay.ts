/** What an answer that is an error says about trying again: header names are in lower case. */
export interface Refused {
  /** False where trying again cannot help, as far as the status says. */
  isRetryable: boolean;
  headers?: Record<string, string> | undefined;
}

/**
 * How long to wait before request number `attempt` (1 is the first retry), milliseconds; undefined where the request
 * must not be made again. The vendor's word goes first: `x-should-retry`, `retry-after-ms`, `retry-after` in seconds or
 * as a date. Where it says nothing, the wait doubles from half a second.
 */
export function retryDelay(
  { isRetryable, headers = {} }: Refused,
  { attempt, now }: { attempt: number; now: number },
): number | undefined {
  const said = headers["x-should-retry"];
  if (said === "false" || (said !== "true" && !isRetryable)) return undefined;
  return askedDelay(headers, now) ?? 500 * 2 ** (attempt - 1);
}

function askedDelay(headers: Record<string, string>, now: number): number | undefined {
  const inMs = readNumber(headers["retry-after-ms"]);
  if (inMs !== undefined) return inMs;
  const after = headers["retry-after"];
  const seconds = readNumber(after);
  if (seconds !== undefined) return seconds * 1000;
  const date = after === undefined ? NaN : Date.parse(after);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function readNumber(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const number = Number(text);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}
