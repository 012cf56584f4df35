import { ServiceError } from "../service-error.js";
import type { ModelSettings } from "./profile.js";

/** What went wrong with one request. */
export type Fault =
  | { kind: "timeout"; isRetryable: false; headers?: never }
  | { kind: "connection"; cause: unknown; isRetryable: true; headers?: never }
  | {
      kind: "vendor";
      /** Absent where it told of the error within an answer that had begun. */
      status?: number;
      message: string;
      isRetryable: boolean;
      headers?: Record<string, string> | undefined;
    }
  | { kind: "unreadable"; message: string; isRetryable: false; headers?: never };

/** What a stream said of itself in place of the rest of the answer. */
export class StreamFault extends Error {
  readonly said: unknown;

  constructor(said: unknown) {
    super("The stream broke off.");
    this.said = said;
  }
}

/** How much of a vendor's words is told. */
const maxWords = 500;

/** How far causes are followed: a chain may lead back to itself. */
const maxCauses = 8;

/** Tells apart what the AI SDK throws, by what it has and not by its classes, of which there may be several copies. */
export function readFault(thrown: unknown): Fault {
  if (thrown instanceof StreamFault) {
    const { message } = thrown.said as { message?: unknown };
    return { kind: "vendor", message: wordsOf(message ?? JSON.stringify(thrown.said)), isRetryable: true };
  }
  const { statusCode, message, responseHeaders, isRetryable } = thrown as SdkError;
  if (typeof statusCode === "number" && (statusCode < 200 || statusCode > 299)) {
    return {
      kind: "vendor",
      status: statusCode,
      message: wordsOf(message),
      isRetryable: isRetryable === true,
      headers: responseHeaders,
    };
  }
  const broken = connectionCause(thrown);
  if (broken) return { kind: "connection", cause: broken, isRetryable: true };
  return { kind: "unreadable", message: wordsOf(innermostMessage(thrown)), isRetryable: false };
}

interface SdkError {
  statusCode?: unknown;
  message?: unknown;
  responseHeaders?: Record<string, string>;
  isRetryable?: unknown;
}

/** The error of the network below what was thrown. A stream that just ends is one that nobody at the network noticed. */
function connectionCause(thrown: unknown): unknown {
  for (const error of causesOf(thrown)) {
    const { code, message } = error as { code?: unknown; message?: unknown };
    if (typeof code === "string" && /^(?:E[A-Z]{3,}|UND_ERR_\w+)$/.test(code)) return error;
    if (/stream ended without a finish reason/.test(String(message))) return error;
  }
  return undefined;
}

function innermostMessage(thrown: unknown): unknown {
  const messages = causesOf(thrown).map((error) => (error as { message?: unknown }).message);
  return messages.at(-1) ?? String(thrown);
}

function causesOf(thrown: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let error = thrown; error instanceof Error && chain.length < maxCauses; error = error.cause)
    chain.push(error);
  return chain;
}

function wordsOf(message: unknown): string {
  const text = String(message).trim().replaceAll(/\s+/g, " ");
  return text.length > maxWords ? `${text.slice(0, maxWords)}…` : text;
}

interface Circumstances {
  settings: ModelSettings;
  attempts: number;
  /** Why it was not tried again, where that is not plain. */
  reason?: string | undefined;
}

/** The error of the command. What the vendor said is told without the key, which some of them repeat. */
export function modelFailure(fault: Fault, { settings, attempts, reason }: Circumstances): ServiceError {
  const { profile, baseUrl, timeoutMs } = settings;
  const details = { profile, baseUrl, attempts };
  const who = `The model of the profile ${profile} at ${baseUrl}`;
  const tried = attempts > 1 ? ` It was asked ${attempts} times.` : "";
  const why = reason === undefined ? "" : ` It was not asked again: ${reason}.`;
  switch (fault.kind) {
    case "timeout":
      return new ServiceError("timed_out", `${who} gave no answer within ${timeoutMs} ms.${tried}`, {
        details: { ...details, timeoutMs },
      });
    case "connection": {
      const { code, message } = fault.cause as { code?: unknown; message?: unknown };
      const said = settings.conceal(typeof code === "string" ? code : String(message));
      return new ServiceError("connection_failed", `${who} could not be reached: ${said}.${tried}${why}`, {
        details: { ...details, reason: said },
        cause: fault.cause,
      });
    }
    case "vendor": {
      const { status } = fault;
      const message = settings.conceal(fault.message);
      const answered = status === undefined ? "broke off its answer" : `answered ${status}`;
      return new ServiceError("vendor_error", `${who} ${answered}: ${endSentence(message)}${tried}${why}`, {
        details: { ...details, ...(status === undefined ? {} : { status }), message },
      });
    }
    case "unreadable": {
      const message = settings.conceal(fault.message);
      return new ServiceError("vendor_error", `${who} gave no answer of a model: ${endSentence(message)}`, {
        details: { ...details, message },
      });
    }
  }
}

/** An answer that is not the whole of it. */
export function answerFault(
  finish: "length" | "content-filter",
  { settings: { profile }, text }: { settings: ModelSettings; text: string },
): ServiceError {
  const why = finish === "length" ? "its limit of tokens cut it off" : "a filter of the vendor held it back";
  return new ServiceError(
    "answer_incomplete",
    `The answer of the model of the profile ${profile} is not whole: ${why}.`,
    { details: { profile, finishReason: finish, text } },
  );
}

function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
