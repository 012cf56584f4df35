import type { PaymentMethod } from "./state.js";

/**
 * An amount to two decimals, rounded from the exact value of the double, and ties to the even neighbour: 0.125 is 0.12,
 * and 2.675, which as a double lies below the tie, is 2.67.
 */
export function round2(amount: number): number {
  if (!Number.isFinite(amount) || amount === 0) return amount;
  const eighths = amount * 8;
  // Only an odd number of eighths lies in the middle between two hundredths; `toFixed` rounds all else rightly.
  if (!Number.isInteger(eighths) || eighths % 2 === 0) return Number(amount.toFixed(2));
  const doubled = BigInt(eighths) * 25n; // Twice as many hundredths, and odd.
  const below = (doubled - 1n) / 2n;
  const above = (doubled + 1n) / 2n;
  return Number(`${below % 2n === 0n ? below : above}e-2`);
}

/** Whether a method is a gift card that holds less than `amount`; any other method pays whatever is asked. */
export function isShort(method: PaymentMethod, amount: number): boolean {
  return method.source === "gift_card" && method.balance < amount;
}

/** Puts money on a gift card, or takes it off where `amount` is negative. Money of other methods is not held here. */
export function credit(method: PaymentMethod, amount: number): void {
  if (method.source === "gift_card") method.balance = round2(method.balance + amount);
}
