import type { JsonValue } from "@silo/artifacts/json";
import { compileSchema, s, type JsonSchema } from "@silo/schema-validate";
import { ServiceError } from "../service-error.js";
import type { ChatMessage } from "./chat.js";

/** Which tools the model may call. */
export interface PromptTools {
  /** The environment's: all of them, or these. */
  environment?: true | readonly string[];
  /** Functions of the flow. */
  functions?: readonly string[];
  /** Profiles of the flow's `mcp`, whose tools are offered. */
  mcp?: readonly string[];
}

/** What a model is told, with `{{name}}` where a value goes. */
export interface ModelPrompt {
  /** What the model is, and how it must behave. */
  system?: string;
  /** What it is asked. */
  user: string;
  /** The names that stand in the texts. A command that leaves one out is refused by the compiler, and at run time. */
  variables?: readonly string[];
  tools?: PromptTools;
  /** JSON Schema of the answer. Without it the answer is the model's text. */
  answer?: JsonSchema;
  /** How often an answer that does not fit the schema is sent back with what is wrong; 2 where it is left out. */
  maxCorrections?: number;
}

const names = s.array(s.string({ minLength: 1 }));

export const promptSchema = s.object({
  system: s.optional(s.string()),
  user: s.string({ minLength: 1 }),
  variables: s.optional(s.array(s.string({ pattern: "^[A-Za-z_][A-Za-z0-9_]*$" }))),
  tools: s.optional(
    s.object({
      environment: s.optional(s.union([s.literal(true), names])),
      functions: s.optional(names),
      mcp: s.optional(names),
    }),
  ),
  answer: s.optional(s.union([s.boolean(), s.record(s.json())])),
  maxCorrections: s.optional(s.integer({ minimum: 0 })),
});

const place = /\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g;

/** What in the texts has no declaration, and what is declared and stands in none. */
export function variableProblems({
  system = "",
  user,
  variables = [],
}: ModelPrompt): { field: string; problem: string }[] {
  const texts = { system, user };
  const unset = Object.entries(texts).flatMap(([field, text]) =>
    [...new Set(namesIn(text))]
      .filter((name) => !variables.includes(name))
      .map((name) => ({
        field,
        problem: `uses {{${name}}}, which is not among its variables, so nothing sets it`,
      })),
  );
  const used = Object.values(texts).flatMap(namesIn);
  const idle = variables
    .filter((name) => !used.includes(name))
    .map((name) => ({ field: "variables", problem: `declares ${name}, which stands in none of its texts` }));
  return [...unset, ...idle];
}

function namesIn(text: string): string[] {
  return [...text.matchAll(place)].map(([, name]) => name ?? "");
}

/** The first messages. A value is put in as it is, and what looks like a place within it is left alone. */
export function renderPrompt(
  name: string,
  { system, user, variables = [], answer }: ModelPrompt,
  given: Readonly<Record<string, JsonValue | undefined>>,
): ChatMessage[] {
  const missing = variables.filter((variable) => given[variable] === undefined);
  const extra = Object.keys(given).filter((variable) => !variables.includes(variable));
  if (missing.length > 0 || extra.length > 0) {
    const said = [
      ...missing.map((variable) => `${variable} is not set`),
      ...extra.map((variable) => `${variable} is not one of its variables`),
    ].join("; ");
    throw new ServiceError("request_invalid", `The prompt ${name} cannot be filled in: ${said}.`, {
      details: { prompt: name, missing, extra },
    });
  }
  const fill = (text: string): string =>
    text.replaceAll(place, (_whole, variable: string) => textOf(given[variable] ?? null));
  const rules = [system === undefined ? "" : fill(system), answer === undefined ? "" : answerRules(answer)]
    .filter((text) => text !== "")
    .join("\n\n");
  return [
    ...(rules === "" ? [] : [{ role: "system" as const, text: rules }]),
    { role: "user", text: fill(user) },
  ];
}

function textOf(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function answerRules(answer: JsonSchema): string {
  const { schema } = compileSchema(answer, { purpose: "output" });
  return `Your last answer must be JSON alone, without any other text, and valid against this JSON Schema:\n${JSON.stringify(schema)}`;
}
