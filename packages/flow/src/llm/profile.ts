import type { JsonValue } from "@silo/artifacts/json";
import { s } from "@silo/schema-validate";
import type { Need } from "../command-kind.js";
import { variablePattern } from "../profiles.js";
import { hideInText, readSecret, type Secret } from "../secrets.js";
import { ServiceError } from "../service-error.js";

/** A value, or the environment variable that holds it. */
export type Setting = string | { env: string };

/** Where a model is and what it may take. It holds no secret: `auth` names the environment variable that does. */
export interface ModelProfile {
  /** The address that `/chat/completions` stands below: `https://api.openai.com/v1`. */
  baseUrl: Setting;
  /** As the endpoint names it. */
  model: Setting;
  /** Sent as `authorization: Bearer …`, or in another header as it is. `isOptional`: where the variable is not set, nothing is. */
  auth?: { env: string; header?: string; isOptional?: boolean };
  /** For one turn of the model with its retries, milliseconds; 120000 where it is left out. */
  timeoutMs?: number;
  /** How often one turn is tried again; 2 where it is left out. */
  maxRetries?: number;
  /** How many turns one command may take; 20 where it is left out. */
  maxTurns?: number;
  /** How many tools the model may be offered; 128 where it is left out. */
  maxTools?: number;
  /** Reads the answer as it is written: for endpoints that offer nothing else, or end a connection that is silent. */
  isStreamed?: boolean;
  /** The endpoint takes the schema of a structured answer as `response_format`. Without it the prompt has the schema. */
  knowsSchemas?: boolean;
  /** US dollars for a million tokens: with it the cost of each turn counts against the run's `maxCostUsd`. */
  prices?: { input: number; output: number };
  /** What else each request has, as the endpoint names it: `{ temperature: 0 }`. */
  body?: { [member: string]: JsonValue };
}

const variable = s.string({ pattern: variablePattern });
const setting = s.union([s.string({ minLength: 1 }), s.object({ env: variable })]);

export const profileSchema = s.object({
  baseUrl: setting,
  model: setting,
  auth: s.optional(
    s.object({
      env: variable,
      header: s.optional(s.string({ pattern: "^[A-Za-z0-9-]+$" })),
      isOptional: s.optional(s.boolean()),
    }),
  ),
  timeoutMs: s.optional(s.integer({ minimum: 1, maximum: 2_147_483_647 })),
  maxRetries: s.optional(s.integer({ minimum: 0 })),
  maxTurns: s.optional(s.integer({ minimum: 1 })),
  maxTools: s.optional(s.integer({ minimum: 0 })),
  isStreamed: s.optional(s.boolean()),
  knowsSchemas: s.optional(s.boolean()),
  prices: s.optional(s.object({ input: s.number({ minimum: 0 }), output: s.number({ minimum: 0 }) })),
  body: s.optional(s.record(s.json())),
});

/** A profile with what the environment says. */
export interface ModelSettings {
  /** Its name. */
  profile: string;
  baseUrl: string;
  model: string;
  headers: Record<string, string>;
  timeoutMs: number;
  maxRetries: number;
  maxTurns: number;
  maxTools: number;
  isStreamed: boolean;
  knowsSchemas: boolean;
  prices: { input: number; output: number } | undefined;
  body: { [member: string]: JsonValue };
  /** A text without the secrets of the profile. */
  conceal: (text: string) => string;
}

/** Why a text cannot be the address of a model; undefined where it can. The text is not told: it may hold a password. */
export function addressProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") return "is no http or https address";
  if (url.username !== "" || url.password !== "")
    return "holds a user or a password, which belong in a variable of `auth`";
  if (url.search !== "" || url.hash !== "")
    return "has a query or a fragment, which an address of a model has not";
  return undefined;
}

/** What a profile needs from the environment. */
export function variablesOf(profile: string, { baseUrl, model, auth }: ModelProfile): Need[] {
  const need = { kind: "llm", profile, type: "variable" } as const;
  return [
    ...(typeof baseUrl === "string" ? [] : [{ ...need, name: baseUrl.env, holds: "address" as const }]),
    ...(typeof model === "string" ? [] : [{ ...need, name: model.env }]),
    ...(auth === undefined || auth.isOptional ? [] : [{ ...need, name: auth.env }]),
  ];
}

/** Throws `variable_missing`, and `request_invalid` where a variable holds no address. */
export function readSettings(name: string, profile: ModelProfile): ModelSettings {
  const read = (given: Setting): string =>
    typeof given === "string" ? given : readSecret(given.env, name).value.trim();
  const baseUrl = read(profile.baseUrl);
  const problem = addressProblem(baseUrl);
  if (problem !== undefined) {
    const where = typeof profile.baseUrl === "string" ? "baseUrl" : profile.baseUrl.env;
    const message = `The address of the profile ${name} of llm, ${where}, ${problem}.`;
    throw new ServiceError("request_invalid", message, { details: { profile: name, variable: where } });
  }
  const { auth, prices, body = {} } = profile;
  const secrets = secretsOf(name, profile);
  const [secret] = secrets;
  const { header = "authorization" } = auth ?? {};
  const isBearer = header.toLowerCase() === "authorization";
  return {
    profile: name,
    baseUrl: baseUrl.replace(/\/+$/, ""),
    model: read(profile.model),
    headers: secret === undefined ? {} : { [header]: isBearer ? `Bearer ${secret.value}` : secret.value },
    timeoutMs: profile.timeoutMs ?? 120_000,
    maxRetries: profile.maxRetries ?? 2,
    maxTurns: profile.maxTurns ?? 20,
    maxTools: profile.maxTools ?? 128,
    isStreamed: profile.isStreamed ?? false,
    knowsSchemas: profile.knowsSchemas ?? false,
    prices,
    body,
    conceal: (text) => hideInText(text, secrets),
  };
}

/** None where the variable may be missing, and is. */
function secretsOf(name: string, { auth }: ModelProfile): Secret[] {
  if (auth === undefined || (auth.isOptional && !process.env[auth.env])) return [];
  const { variable: from, value } = readSecret(auth.env, name);
  return [{ variable: from, value: value.trim() }];
}
