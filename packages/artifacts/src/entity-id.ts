type Members = { readonly [name: string]: unknown };

/** The id of an entity of an array: its member `id`, a text or a number (contract A3). */
export function idOf(entity: Members): string | undefined {
  return asId(Object.hasOwn(entity, "id") ? entity["id"] : undefined);
}

/**
 * Whether an entity has the key under which it is stored as its id (contract A3): in the member `id`, or in one that is
 * named as the id of something, such as `order_id` or `orderId`.
 */
export function hasKeyAsId(entity: Members, key: string): boolean {
  for (const name of Object.keys(entity)) if (isIdName(name) && asId(entity[name]) === key) return true;
  return false;
}

/** Whether a member of this name holds an id: that of the entity itself, or of what it belongs to. */
export function isIdName(name: string): boolean {
  return name === "id" || name.endsWith("_id") || name.endsWith("Id");
}

function asId(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
