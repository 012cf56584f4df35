import type { JsonValue } from "@silo/artifacts/json";
import { describeThrown } from "@silo/errors";
import { ServiceError } from "./service-error.js";

/** How far causes are followed: a chain may lead back to itself. */
const maxCauses = 8;

/** The value of an environment variable, which no record, message or error may hold. */
export interface Secret {
  variable: string;
  value: string;
}

/** Throws `variable_missing` where the variable is not set, or is empty. */
export function readSecret(variable: string, profile: string): Secret {
  const value = process.env[variable];
  if (value) return { variable, value };
  const message = `Profile "${profile}" needs the environment variable ${variable}, which is not set.`;
  throw new ServiceError("variable_missing", message, { details: { profile, variable } });
}

/** A text in which the name of its variable stands for each secret, also where it is escaped for an address or JSON. */
export function hideInText(text: string, secrets: readonly Secret[]): string {
  let hidden = text;
  for (const { variable, value } of secrets) {
    const asParameter = new URLSearchParams([["", value]]).toString().slice(1);
    const inJson = JSON.stringify(value).slice(1, -1);
    const forms = new Set([value, value.trim(), encodeURIComponent(value), asParameter, inJson]);
    for (const form of forms) if (form !== "") hidden = hidden.replaceAll(form, `[${variable}]`);
  }
  return hidden;
}

/** The same for all texts and names of a value. */
export function hideSecrets(value: JsonValue, secrets: readonly Secret[]): JsonValue {
  if (secrets.length === 0) return value;
  if (typeof value === "string") return hideInText(value, secrets);
  if (Array.isArray(value)) return value.map((item) => hideSecrets(item, secrets));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [hideInText(name, secrets), hideSecrets(member, secrets)]),
  );
}

/** What a library threw, for a cause: its name, message and code, and those of its own causes, without secrets. */
export function causeWithout(secrets: readonly Secret[], thrown: unknown, depth = maxCauses): Error {
  const { name, code, cause } = (thrown ?? {}) as { name?: unknown; code?: unknown; cause?: unknown };
  const follows = cause !== undefined && depth > 0;
  const error = new Error(
    hideInText(describeThrown(thrown), secrets),
    follows ? { cause: causeWithout(secrets, cause, depth - 1) } : undefined,
  );
  if (typeof name === "string") error.name = name;
  return typeof code === "string" ? Object.assign(error, { code }) : error;
}
