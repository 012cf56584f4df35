import { compileSchema, s, type Infer } from "@silo/schema-validate";

const order = s.object({
  id: s.string({ pattern: "^O-\\d+$", description: "The order's id, such as O-17." }),
  lines: s.array(s.object({ sku: s.string(), count: s.integer({ minimum: 1 }) }), { minItems: 1 }),
  note: s.optional(s.string()),
});

type Order = Infer<typeof order>;

const placed: Order = { id: "O-17", lines: [{ sku: "A-1", count: 2 }] };
console.log(JSON.stringify(order["required"]), order.parse(placed) === placed);

try {
  order.parse({ id: "O-17", lines: [{ sku: "A-1", count: 0 }] });
} catch (error) {
  console.log(String(error));
}

const compiled = compileSchema(order, { purpose: "input" });
const given: unknown = { id: "O-17", lines: [] };
console.log(compiled.is(given) ? given.lines.length : compiled.check(given));
