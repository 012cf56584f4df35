import { jsonCopy, type JsonValue } from "@silo/artifacts/json";

/** Made by `sql`, by whichever copy of the package. */
const brand = Symbol.for("@silo/flow/sql");

/** A statement whose values are parameters: its text is what stands in the author's code. */
export interface Sql {
  /** With `$1`, `$2`, … in the places of the parameters. */
  readonly text: string;
  readonly params: readonly JsonValue[];
}

/** What a statement is made of: text of the author's, and values. */
type Piece = { text: string } | { param: JsonValue };

/**
 * A statement of SQL: each `${value}` becomes a parameter, and never a part of its text. Another statement in its place
 * becomes a part of it, with its own parameters.
 *
 * A value is JSON. An array is an array of PostgreSQL, an object is JSON; where an array is to be JSON, give its
 * `JSON.stringify`.
 */
export function sql(strings: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  if (!Array.isArray(strings) || !Array.isArray(strings.raw) || !Object.isFrozen(strings))
    throw new TypeError("sql is a tag: write sql`select …`, so that every value becomes a parameter.");
  const pieces = strings.flatMap((text, index): Piece[] => {
    if (index === values.length) return [{ text }];
    const value = values[index];
    return [{ text }, ...(piecesOf(value) ?? [{ param: jsonCopy(value, "a parameter") }])];
  });
  const params: JsonValue[] = [];
  const text = pieces
    .map((piece) => ("text" in piece ? piece.text : `$${params.push(piece.param)}`))
    .join("");
  const statement: Sql = { text, params };
  Object.defineProperty(statement, brand, { value: pieces });
  return Object.freeze(statement);
}

/** Whether it was made by `sql`. */
export function isSql(value: unknown): value is Sql {
  return piecesOf(value) !== undefined;
}

function piecesOf(value: unknown): Piece[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, brand)?.value as Piece[] | undefined;
}
