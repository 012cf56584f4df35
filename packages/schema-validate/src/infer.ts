import type { JsonSchema } from "./json-schema.js";

/** A library's schema that can state itself as JSON Schema (Standard JSON Schema; contract V9). */
export interface StandardJsonSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: unknown; readonly output: unknown } | undefined;
    readonly jsonSchema: {
      readonly input: (options: { readonly target: "draft-2020-12" | "draft-07" }) => Record<string, unknown>;
    };
  };
}

/** A JSON Schema that carries the TypeScript type of the values it accepts. Made by the builders `s`. */
export interface Schema<T> {
  readonly [keyword: string]: unknown;
  /** Returns `value` as it is, or throws `SchemaError` with the place and the detail (contract V7). */
  parse(value: unknown): T;
}

/** A schema of an object's member that may be left out. Made by `s.optional`. */
export interface OptionalSchema<T> extends Schema<T> {
  readonly [optionalMember]: true;
}

/** Marks a schema as that of a member that may be left out. Not enumerable, so no part of the JSON. */
export const optionalMember: unique symbol = Symbol.for("silo.optional");

type Simplify<T> = { [K in keyof T]: T[K] } & {};

type RequiredNames<S> = S extends { readonly required: readonly (infer N)[] } ? N : never;

/** Where a literal was not written `as const`, its `required` is `string[]`, which says nothing of single names. */
type ObjectFromProperties<P, R> = string extends R
  ? { [K in keyof P]?: Infer<P[K]> }
  : Simplify<
      { -readonly [K in keyof P as K extends R ? K : never]: Infer<P[K]> } & {
        -readonly [K in keyof P as K extends R ? never : K]?: Infer<P[K]>;
      }
    >;

interface FromTypeName<S> {
  string: string;
  number: number;
  integer: number;
  boolean: boolean;
  null: null;
  array: S extends { readonly items: infer I } ? (I extends JsonSchema ? Infer<I>[] : unknown[]) : unknown[];
  object: S extends { readonly properties: infer P }
    ? ObjectFromProperties<P, RequiredNames<S>>
    : S extends { readonly additionalProperties: infer A extends object }
      ? Record<string, Infer<A>>
      : Record<string, unknown>;
}

type FromLiteral<S> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly enum: readonly (infer E)[] }
    ? E
    : S extends { readonly anyOf: readonly (infer B)[] }
      ? Infer<B>
      : S extends { readonly oneOf: readonly (infer B)[] }
        ? Infer<B>
        : S extends { readonly type: readonly (infer N)[] }
          ? N extends keyof FromTypeName<S>
            ? FromTypeName<S>[N]
            : unknown
          : S extends { readonly type: infer N }
            ? N extends keyof FromTypeName<S>
              ? FromTypeName<S>[N]
              : Unknowable
            : Unknowable;

/** What a schema says nothing of: usable without a cast, as the sample of a tool without types needs it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a member of unknown shape must be readable, as in JSON.parse
export type Unknowable = any;

/**
 * The type of the values that a schema accepts: of a builder, of a library's schema (its input), or of a plain JSON
 * Schema written `as const` (`type`, `properties`, `required`, `items`, `enum`, `const`, `anyOf`, `oneOf`).
 */
export type Infer<S> = S extends {
  readonly "~standard": { readonly types?: { readonly input: infer I } | undefined };
}
  ? I
  : S extends { parse(value: unknown): infer T }
    ? T
    : S extends object
      ? FromLiteral<S>
      : Unknowable;
