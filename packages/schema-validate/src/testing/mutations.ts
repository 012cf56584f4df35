import type { PathSegment } from "../problem.js";

/** A value with one mistake. */
export interface Mutation {
  readonly kind: "drop" | "rename" | "retype" | "wrap" | "stringify" | "null" | "extra";
  /** Where the mistake is. */
  readonly path: PathSegment[];
  /** A name that a message about it has to contain. */
  readonly name: string;
  readonly value: unknown;
}

/** Every single mistake of the usual kinds that a value can have. */
export function mutationsOf(value: unknown): Mutation[] {
  const found: Mutation[] = [];
  if (!isObject(value)) return found;
  found.push({ kind: "wrap", path: ["arguments"], name: "arguments", value: { arguments: value } });
  visit(value, []);
  return found;

  function visit(at: unknown, path: PathSegment[]): void {
    if (Array.isArray(at)) at.forEach((item, index) => each(item, [...path, index]));
    else if (isObject(at)) {
      for (const [name, member] of Object.entries(at)) {
        const here = [...path, name];
        found.push({
          kind: "drop",
          path: here,
          name,
          value: edit(value, path, (object) => omit(object, name)),
        });
        const other = renamed(name);
        if (other !== undefined && !Object.hasOwn(at, other)) {
          found.push({
            kind: "rename",
            path: [...path, other],
            name: other,
            value: edit(value, path, (object) => rename(object, name, other)),
          });
        }
        each(member, here);
      }
      found.push({
        kind: "extra",
        path: [...path, "zzExtra"],
        name: "zzExtra",
        value: edit(value, path, (object) => ({ ...(object as object), zzExtra: 1 })),
      });
    }
  }

  function each(member: unknown, path: PathSegment[]): void {
    const name = String(path.at(-1));
    const replaced = (by: unknown): unknown =>
      edit(value, path.slice(0, -1), (parent) => put(parent, path.at(-1) ?? "", by));
    found.push({
      kind: "retype",
      path,
      name,
      value: replaced(
        typeof member === "string" ? { unexpected: 1 } : typeof member === "number" ? [true] : 3.5,
      ),
    });
    found.push({ kind: "null", path, name, value: replaced(null) });
    if (typeof member === "object" && member !== null) {
      found.push({ kind: "stringify", path, name, value: replaced(JSON.stringify(member)) });
      visit(member, path);
    } else if (typeof member !== "string") {
      found.push({ kind: "stringify", path, name, value: replaced(JSON.stringify(member)) });
    }
  }
}

function renamed(name: string): string | undefined {
  const other = name.includes("_")
    ? name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
    : `${name}_`;
  return other === name ? undefined : other;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function omit(object: unknown, name: string): unknown {
  const { [name]: _omitted, ...rest } = object as Record<string, unknown>;
  return rest;
}

function rename(object: unknown, name: string, other: string): unknown {
  return Object.fromEntries(
    Object.entries(object as object).map(([key, member]: [string, unknown]) => [
      key === name ? other : key,
      member,
    ]),
  );
}

function put(parent: unknown, segment: PathSegment, value: unknown): unknown {
  if (Array.isArray(parent)) return parent.map((item: unknown, index) => (index === segment ? value : item));
  return { ...(parent as object), [segment]: value };
}

/** A copy of a value in which the part at a path is another. */
export function edit(
  value: unknown,
  path: readonly PathSegment[],
  change: (part: unknown) => unknown,
): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return change(value);
  const inner = (value as Record<PathSegment, unknown>)[first];
  return put(value, first, edit(inner, rest, change));
}
