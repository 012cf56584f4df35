import { toolError } from "@silo/runtime";
import type { Order, PaymentMethod, Product, State, User, Variant } from "./state.js";

// Own members only: "constructor" is no id of anything. The messages are those of the benchmark, word for word.

export function findOrder(state: State, orderId: string): Order {
  return own(state.orders, orderId) ?? notFound("Order not found");
}

export function findUser(state: State, userId: string): User {
  return own(state.users, userId) ?? notFound("User not found");
}

export function findProduct(state: State, productId: string): Product {
  return own(state.products, productId) ?? notFound("Product not found");
}

export function findVariant(state: State, productId: string, itemId: string): Variant {
  return own(findProduct(state, productId).variants, itemId) ?? notFound("Variant not found");
}

/** A payment method of the customer to whom an order belongs. */
export function findPaymentMethod(state: State, userId: string, methodId: string): PaymentMethod {
  return own(findUser(state, userId).payment_methods, methodId) ?? notFound("Payment method not found");
}

function own<T>(records: Record<string, T>, id: string): T | undefined {
  return Object.hasOwn(records, id) ? records[id] : undefined;
}

function notFound(message: string): never {
  throw toolError("not_found", message);
}
