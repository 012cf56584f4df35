import { catalogue } from "../catalogue.js";
import { dropUndefined } from "../drop-undefined.js";
import { parametersOf } from "../define-catalogue.js";
import type { ErrorExitCode } from "../exit-codes.js";
import { renderError } from "../render-error.js";
import { siloError, siloErrorCodes, type SiloErrorCode, type SiloErrorParameters } from "../silo-codes.js";
import type { ErrorCategory, Suggestion } from "../silo-error.js";
import type { Explanation, Explanations } from "./explanation.js";
import { inputExplanations } from "./input-explanations.js";
import { runtimeExplanations } from "./runtime-explanations.js";
import { stateExplanations } from "./state-explanations.js";
import {
  agentCodeExplanations,
  hostCodeExplanations,
  type ToolCodeExplanation,
} from "./tool-code-explanations.js";

/** All that there is to say about one of Silo's own codes (contract E2). JSON. */
export interface ExplainedSiloCode {
  readonly vocabulary: "silo";
  readonly code: SiloErrorCode;
  readonly meaning: string;
  readonly category: ErrorCategory;
  readonly exitCode: ErrorExitCode;
  readonly isRetryable: boolean;
  /** With its `{name}` placeholders. */
  readonly message: string;
  readonly suggestion: Suggestion;
  /** The names of the placeholders, which are fields of `details`. */
  readonly parameters: readonly string[];
  /** The version of `@silo/errors` that brought the code. */
  readonly since: string;
  readonly causes: readonly string[];
  readonly remedy: string;
  readonly example: {
    readonly parameters: Readonly<Record<string, string | number>>;
    readonly output: string;
  };
}

/** All that there is to say about a code of the tools' vocabulary (contract E7, E8). JSON. */
export interface ExplainedToolCode extends ToolCodeExplanation {
  readonly vocabulary: "agent" | "host";
  readonly code: string;
}

export type ExplainedCode = ExplainedSiloCode | ExplainedToolCode;

const firstRelease = "0.1.0";

const explanations: Explanations<SiloErrorCode> = {
  ...inputExplanations,
  ...stateExplanations,
  ...runtimeExplanations,
};

/** Every code that can be explained: Silo's own, then those that agents read, then those of hosts. */
export const explainedCodes: readonly string[] = [
  ...siloErrorCodes,
  ...Object.keys(agentCodeExplanations),
  ...Object.keys(hostCodeExplanations),
];

/** What there is to say about a code, as data; undefined for a code that is none of {@link explainedCodes}. */
export function explanationOf(code: string): ExplainedCode | undefined {
  if (isOwnKey(agentCodeExplanations, code))
    return { vocabulary: "agent", code, ...agentCodeExplanations[code] };
  if (isOwnKey(hostCodeExplanations, code))
    return { vocabulary: "host", code, ...hostCodeExplanations[code] };
  return isOwnKey(explanations, code) ? explainSiloCode(code) : undefined;
}

function explainSiloCode(code: SiloErrorCode): ExplainedSiloCode {
  const { category, exitCode, isRetryable, message, suggestion } = catalogue[code];
  const { meaning, since = firstRelease, causes, remedy, example }: Explanation = explanations[code];
  return {
    vocabulary: "silo",
    code,
    meaning,
    category,
    exitCode,
    isRetryable,
    message,
    suggestion: dropUndefined(suggestion),
    parameters: parametersOf(catalogue[code]),
    since,
    causes,
    remedy,
    example: { parameters: example, output: renderExample(code, example) },
  };
}

function renderExample<Code extends SiloErrorCode>(
  code: Code,
  parameters: SiloErrorParameters<Code>,
): string {
  return renderError(siloError(code, parameters));
}

function isOwnKey<Key extends string>(table: Readonly<Record<Key, unknown>>, key: string): key is Key {
  return Object.hasOwn(table, key);
}

/** What there is to say about a code, as a text for a terminal; undefined for one that is none of {@link explainedCodes}. */
export function explain(code: string): string | undefined {
  const explained = explanationOf(code);
  if (explained === undefined) return undefined;
  if (explained.vocabulary !== "silo") {
    return [
      `${code}: ${explained.meaning}.`,
      `Raised by: ${explained.raisedBy}.`,
      `What to do: ${explained.advice}`,
    ].join("\n\n");
  }
  const { category, exitCode, isRetryable, since, meaning, causes, remedy, example } = explained;
  return [
    `${code}: ${meaning}.`,
    `Category ${category}, exit code ${exitCode}, ${isRetryable ? "the same call may succeed later" : "not retryable"}, since ${since}.`,
    ["What usually causes it:", ...causes.map((cause) => `  - ${cause}`)].join("\n"),
    `What to do: ${remedy}`,
    ["For example:", ...example.output.split("\n").map((line) => `  ${line}`)].join("\n"),
  ].join("\n\n");
}
