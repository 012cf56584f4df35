import { type JsonSchema, s } from "@silo/runtime";
import type { Collection } from "./state.js";

type Paging = { limit?: number | undefined; offset?: number | undefined };

/** The arguments that every list has. */
export const pagingInput = {
  limit: s.optional(s.integer({ minimum: 1, maximum: 25, description: "Items on a page; 20 unless given" })),
  offset: s.optional(
    s.integer({ minimum: 0, description: "Items to pass over; take nextOffset of the page before" }),
  ),
};

/** The arguments of every report about a period. */
export const periodInput = {
  from: s.string({ format: "date", description: "First day of the period, in UTC" }),
  to: s.string({ format: "date", description: "Last day of the period, which belongs to it" }),
};

/** The schema of one page of a list. */
export function pageOf<Item extends Exclude<JsonSchema, boolean>>(item: Item) {
  return s.object({
    items: s.array(item),
    total: s.integer({ description: "Items on all pages together" }),
    nextOffset: s.nullable(s.integer(), { description: "null on the last page" }),
  });
}

/** One page of the items. */
export function pageFrom<Item>(items: Item[], { limit = 20, offset = 0 }: Paging) {
  const end = offset + limit;
  return {
    items: items.slice(offset, end),
    total: items.length,
    nextOffset: end < items.length ? end : null,
  };
}

/** The records in the order of their numbers, however they came into the collection. */
export function inIdOrder<T extends { id: string }>(collection: Collection<T>): T[] {
  // Ids of one collection differ in their number alone: the longer one is the later one (OPP-999, OPP-1000).
  return Object.values(collection).sort((a, b) => a.id.length - b.id.length || (a.id < b.id ? -1 : 1));
}

/** The items whose members have the wanted values; a value that was not given accepts every item. */
export function matching<T extends object>(
  items: T[],
  wanted: { [Key in keyof T]?: T[Key] | undefined },
): T[] {
  const given = (Object.keys(wanted) as (keyof T)[]).filter((key) => wanted[key] !== undefined);
  return items.filter((item) => given.every((key) => item[key] === wanted[key]));
}

/** Whether one of the texts holds the query, without regard to case and accents; no query accepts everything. */
export function holdsText(texts: string[], query: string | undefined): boolean {
  return query === undefined || texts.some((text) => plain(text).includes(plain(query)));
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
