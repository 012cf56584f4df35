import { type Infer, s } from "@silo/runtime";

// One schema a kind of record: it gives the TypeScript type, checks the dataset and describes the output of tools.

export const addressSchema = s.object({
  address1: s.string(),
  address2: s.string(),
  city: s.string(),
  country: s.string(),
  state: s.string(),
  zip: s.string(),
});

export type Address = Infer<typeof addressSchema>;

/** What sets a variant apart, such as `{ color: "red" }`. */
const optionsSchema = s.record(s.string());

export const variantSchema = s.object({
  item_id: s.string(),
  options: optionsSchema,
  available: s.boolean(),
  price: s.number(),
});

export type Variant = Infer<typeof variantSchema>;

export const productSchema = s.object({
  name: s.string(),
  product_id: s.string(),
  variants: s.record(variantSchema),
});

export type Product = Infer<typeof productSchema>;

const paymentMethodSchema = s.union([
  s.object({ source: s.literal("credit_card"), id: s.string(), brand: s.string(), last_four: s.string() }),
  s.object({ source: s.literal("gift_card"), id: s.string(), balance: s.number() }),
  s.object({ source: s.literal("paypal"), id: s.string() }),
]);

export type PaymentMethod = Infer<typeof paymentMethodSchema>;

export const userSchema = s.object({
  user_id: s.string(),
  name: s.object({ first_name: s.string(), last_name: s.string() }),
  address: addressSchema,
  email: s.string(),
  payment_methods: s.record(paymentMethodSchema),
  orders: s.array(s.string()),
});

export type User = Infer<typeof userSchema>;

/** The status of an order whose items were changed. It still counts as pending where only address or payment change. */
export const itemsModified = "pending (item modified)";

export const orderSchema = s.object({
  order_id: s.string(),
  user_id: s.string(),
  address: addressSchema,
  items: s.array(
    s.object({
      name: s.string(),
      product_id: s.string(),
      item_id: s.string(),
      price: s.number(),
      options: optionsSchema,
    }),
  ),
  status: s.enumeration([
    "processed",
    "pending",
    itemsModified,
    "delivered",
    "cancelled",
    "exchange requested",
    "return requested",
  ]),
  fulfillments: s.array(s.object({ tracking_id: s.array(s.string()), item_ids: s.array(s.string()) })),
  payment_history: s.array(
    s.object({
      transaction_type: s.enumeration(["payment", "refund"]),
      amount: s.number(),
      payment_method_id: s.string(),
    }),
  ),
  cancel_reason: s.optional(s.string()),
  exchange_items: s.optional(s.array(s.string())),
  exchange_new_items: s.optional(s.array(s.string())),
  exchange_payment_method_id: s.optional(s.string()),
  exchange_price_difference: s.optional(s.number()),
  return_items: s.optional(s.array(s.string())),
  return_payment_method_id: s.optional(s.string()),
});

export type Order = Infer<typeof orderSchema>;

/** Records by their ids. */
export type State = {
  products: Record<string, Product>;
  users: Record<string, User>;
  orders: Record<string, Order>;
};
