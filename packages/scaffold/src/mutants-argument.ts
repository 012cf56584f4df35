import type { JsonValue } from "@silo/artifacts";
import { isObject, type JsonObject, type WorldEntities } from "./mutants-entities.js";

/** An argument of a call as something else. */
export interface ArgumentMutation {
  /** Dotted, as messages write it. */
  path: string;
  /** `"a" → "b"`, or that it is left out. */
  change: string;
  input: JsonObject;
}

/** One place in the arguments of a call. */
export interface ArgumentPlace {
  path: string[];
  value: JsonValue;
  schema: JsonObject;
  /** Whether a call may leave it out. */
  isOptional: boolean;
}

/** How many other ids an argument is tried with. */
const maxIds = 3;

/** Every place in the arguments, from the outside in, with the schema of it as far as that is plain. */
export function placesOf(value: JsonValue, schema: JsonObject, path: string[] = []): ArgumentPlace[] {
  const below: ArgumentPlace[] = [];
  if (isObject(value)) {
    const required = Array.isArray(schema["required"]) ? schema["required"] : [];
    for (const [name, member] of Object.entries(value)) {
      const memberSchema = propertyOf(schema, name);
      const place = [...path, name];
      below.push({ path: place, value: member, schema: memberSchema, isOptional: !required.includes(name) });
      below.push(...placesOf(member, memberSchema, place));
    }
  } else if (Array.isArray(value)) {
    const items = isObject(schema["items"]) ? schema["items"] : {};
    value.forEach((item, index) => {
      const place = [...path, String(index)];
      below.push({ path: place, value: item, schema: items, isOptional: true });
      below.push(...placesOf(item, items, place));
    });
  }
  return below;
}

function propertyOf(schema: JsonObject, name: string): JsonObject {
  const properties = schema["properties"];
  const found = isObject(properties) ? properties[name] : undefined;
  return isObject(found) ? plainSchema(found) : {};
}

/** Of a schema that also lets null through, or offers a choice, the first part that is more than null. */
function plainSchema(schema: JsonObject): JsonObject {
  const branches = schema["anyOf"] ?? schema["oneOf"];
  if (!Array.isArray(branches)) return schema;
  const branch = branches.find((item) => isObject(item) && item["type"] !== "null");
  return isObject(branch) ? branch : schema;
}

/** Each argument of a call as something else that its schema accepts, typed by the schema (contract S7). */
export function argumentMutations(
  input: JsonObject,
  schema: JsonObject,
  entities: WorldEntities,
): ArgumentMutation[] {
  return placesOf(input, schema).flatMap((place) => {
    const path = place.path.join(".");
    const others = otherValues(place, entities).map((value) => ({
      path,
      change: `${shown(place.value)} → ${shown(value)}`,
      input: withValue(input, place.path, value),
    }));
    if (!place.isOptional) return others;
    return [...others, { path, change: "left out", input: withoutValue(input, place.path) }];
  });
}

function otherValues({ value, schema }: ArgumentPlace, entities: WorldEntities): JsonValue[] {
  const choices = Array.isArray(schema["enum"]) ? schema["enum"] : undefined;
  if (choices) return choices.filter((choice) => choice !== value).slice(0, 2);
  if (typeof value === "boolean") return [!value];
  if (typeof value === "number") return numbersBeside(value, schema);
  if (typeof value !== "string") return [];
  if (entities.has(value)) return entities.othersOf(value).slice(0, maxIds);
  const day = otherDay(value);
  if (day !== undefined) return [day];
  // A text that a pattern or a format binds would only be refused.
  if (schema["pattern"] !== undefined || schema["format"] !== undefined) return [];
  return [`${value} (other)`];
}

function numbersBeside(value: number, { minimum, maximum }: JsonObject): number[] {
  return [value + 1, value - 1].filter(
    (other) =>
      !(typeof minimum === "number" && other < minimum) && !(typeof maximum === "number" && other > maximum),
  );
}

/** The same moment a day later, in the same form; undefined for what is no date. */
export function otherDay(text: string): string | undefined {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(T\S+)?$/.exec(text) ?? [];
  if (day === undefined) return undefined;
  const moment = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(moment)) return undefined;
  return new Date(moment + 86_400_000).toISOString().slice(0, 10) + (time ?? "");
}

export function withValue(input: JsonObject, path: readonly string[], value: JsonValue): JsonObject {
  const copy = structuredClone(input);
  const [holder, name] = holderOf(copy, path);
  if (Array.isArray(holder)) holder[Number(name)] = value;
  else holder[name] = value;
  return copy;
}

function withoutValue(input: JsonObject, path: readonly string[]): JsonObject {
  const copy = structuredClone(input);
  const [holder, name] = holderOf(copy, path);
  if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else delete holder[name];
  return copy;
}

function holderOf(input: JsonObject, path: readonly string[]): [JsonObject | JsonValue[], string] {
  let holder: JsonValue = input;
  for (const name of path.slice(0, -1)) holder = (holder as JsonObject)[name] as JsonValue;
  return [holder as JsonObject | JsonValue[], path.at(-1) ?? ""];
}

/** How a value stands in the name of a mutation. */
export function shown(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}
