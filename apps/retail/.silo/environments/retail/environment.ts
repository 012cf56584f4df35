import { type Infer, s } from "@silo/runtime";
import orders from "./data/orders.json" with { type: "json" };
import products from "./data/products.json" with { type: "json" };
import users from "./data/users.json" with { type: "json" };
import { orderSchema, productSchema, type State, userSchema } from "./state.js";

const datasetsSchema = s.object({
  products: s.array(productSchema),
  users: s.array(userSchema),
  orders: s.array(orderSchema),
});

let checked: Infer<typeof datasetsSchema> | undefined;

/** The datasets as they are on disk, checked the first time. Data that does not fit throws, and names its place. */
function datasets(): Infer<typeof datasetsSchema> {
  checked ??= datasetsSchema.parse({ products, users, orders });
  return checked;
}

/** A fresh world. */
export function createState(): State {
  // An imported JSON module is one object for the whole process: without the copy, runs would share their world.
  const data = structuredClone(datasets());
  return {
    products: byId(data.products, ({ product_id }) => product_id),
    users: byId(data.users, ({ user_id }) => user_id),
    orders: byId(data.orders, ({ order_id }) => order_id),
  };
}

function byId<T>(records: T[], idOf: (record: T) => string): Record<string, T> {
  const collection: Record<string, T> = {};
  for (const record of records) {
    const id = idOf(record);
    if (Object.hasOwn(collection, id)) throw new Error(`Two records of one dataset have the id ${id}.`);
    collection[id] = record;
  }
  return collection;
}
