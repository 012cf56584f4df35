import { s } from "@silo/runtime";

// The arguments that several tools have, described once.

export const orderId = s.string({ description: "Id of the order with its leading #, such as #W0000001" });

export const userId = s.string({ description: "Id of the customer, such as jane_doe_1234" });

export const address = {
  address1: s.string({ description: "First line of the address, such as 12 Oak Road" }),
  address2: s.string({ description: "Second line, such as Flat 3; an empty text where there is none" }),
  city: s.string(),
  state: s.string({ description: "State by its short code, such as CA" }),
  country: s.string({ description: "Country, such as USA" }),
  zip: s.string({ description: "Postal code as text, such as 12345" }),
};

export const newItemIds = s.array(s.string(), {
  description:
    "Ids of the variants that are wanted instead, each at the place of the item that it replaces and of the same product",
});

/** `use` says what the method is for. */
export function paymentMethodId(use: string) {
  return s.string({
    description: `Id of a payment method of the order's owner, such as credit_card_0000001; it ${use}`,
  });
}

/** `action` says what becomes of the items. */
export function itemIds(action: string) {
  return s.array(s.string(), {
    description: `Ids of the items to ${action}; one that stands here twice means two copies of it`,
  });
}
