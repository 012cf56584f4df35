import { z } from "zod";
import { compileSchema, s, type Infer, type JsonSchema, type Schema } from "./index.js";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <_Holds extends true>(): void => undefined;

const order = s.object({
  id: s.string(),
  count: s.optional(s.integer()),
  stage: s.enumeration(["open", "done"]),
  kind: s.literal("order"),
  owner: s.nullable(s.string()),
  lines: s.array(s.object({ sku: s.string(), price: s.number() })),
  tags: s.record(s.boolean()),
  target: s.union([s.string(), s.array(s.integer())]),
});

same<
  Same<
    Infer<typeof order>,
    {
      id: string;
      stage: "open" | "done";
      kind: "order";
      owner: string | null;
      lines: { sku: string; price: number }[];
      tags: Record<string, boolean>;
      target: string | number[];
      count?: number;
    }
  >
>();

// A builder is a JSON Schema, and so is a plain literal, without a cast.
const asSchema: JsonSchema = order;
const literal: JsonSchema = {
  type: "object",
  properties: { a: { type: "string", minLength: 1 } },
  required: ["a"],
};
export const schemas: readonly JsonSchema[] = [asSchema, literal, true];

const compiled = compileSchema(order, { purpose: "input" });
export function read(value: unknown): "open" | "done" {
  if (compiled.is(value)) return value.stage;
  return compiled.parse(value).stage;
}

export const explicit: { a: string } = compileSchema<{ a: string }>(literal, { purpose: "data" }).parse({});

// A library's schema gives the type of what goes in, not of what its transforms make of it.
const library = compileSchema(z.object({ count: z.string().transform(Number) }), { purpose: "input" });
export const count: string = library.parse({}).count;

export const plain = {
  type: "object",
  properties: {
    id: { type: "string" },
    size: { enum: ["s", "m"] },
    list: { type: "array", items: { type: ["integer", "null"] } },
    any: {},
  },
  required: ["id", "list"],
} as const;
type Plain = Infer<typeof plain>;
same<Same<Plain["id"], string>>();
same<Same<Plain["size"], "s" | "m" | undefined>>();
same<Same<Plain["list"], (number | null)[]>>();

// A literal that was not written `as const` says only what kind each member has.
export const loose = { type: "object", properties: { id: { type: "string" } }, required: ["id"] };
export const member: unknown = ({} as Infer<typeof loose>).id;

// @ts-expect-error a missing member is no order
export const wrong: Infer<typeof order> = { id: "x" };
// @ts-expect-error a default would change the value
s.string({ default: "x" });

export const opaque: Schema<Date> = s.object({}) as unknown as Schema<Date>;
