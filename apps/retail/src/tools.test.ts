import { readdirSync, readFileSync } from "node:fs";
import { createRuntime, type ToolRuntime } from "@silo/runtime";
import { beforeEach, describe, expect, it } from "vitest";
import { bindTools, createState } from "../.silo/environments/retail/index.js";
import type { Order, PaymentMethod, State } from "../.silo/environments/retail/state.js";

const vera = "vera_brandt_1001";
const otto = "otto_lind_1002";
const address = {
  address1: "12 Pier Road",
  address2: "",
  city: "Portland",
  state: "ME",
  country: "USA",
  zip: "04103",
};

let state: State;
let runtime: ToolRuntime;

beforeEach(() => {
  state = createState();
  runtime = createRuntime({ tools: bindTools(state), state });
});

/** What a call gives, or its code and message. */
async function call(name: string, input: object): Promise<unknown> {
  try {
    return await runtime.call(name, input);
  } catch (thrown) {
    const { code, message } = thrown as { code: string; message: string };
    return `${code}: ${message}`;
  }
}

function order(id: string): Order {
  return state.orders[id] as Order;
}

function method(userId: string, id: string): PaymentMethod {
  return state.users[userId]?.payment_methods[id] as PaymentMethod;
}

describe("the tools", () => {
  it("are sixteen, each with an effect and a schema of its output", () => {
    const tools = bindTools(state);
    expect(tools.map(({ name }) => name)).toHaveLength(16);
    for (const { name, effect, outputSchema } of tools) {
      expect(effect, name).toMatch(/^(read|write)$/);
      expect(outputSchema, name).toBeDefined();
    }
    expect(tools.filter(({ effect }) => effect === "write").map(({ name }) => name)).toEqual([
      "cancel_pending_order",
      "exchange_delivered_order_items",
      "modify_pending_order_address",
      "modify_pending_order_items",
      "modify_pending_order_payment",
      "modify_user_address",
      "return_delivered_order_items",
    ]);
  });

  it("import nothing but @silo/runtime and files of the environment", () => {
    const folder = new URL("../.silo/environments/retail/", import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".ts"),
    );
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      const imported = [...readFileSync(new URL(file, folder), "utf8").matchAll(/from "(.+?)"/g)];
      for (const [, name] of imported) expect(name, file).toMatch(/^(@silo\/runtime$|\.\.?\/)/);
    }
  });

  it.each([
    ["get_order_details", { order_id: "constructor" }, "not_found: Order not found"],
    ["get_user_details", { user_id: "__proto__" }, "not_found: User not found"],
    ["get_product_details", { product_id: "toString" }, "not_found: Product not found"],
    ["get_item_details", { item_id: "constructor" }, "not_found: Item not found"],
    ["get_item_details", { item_id: "7000000001" }, "not_found: Item not found"],
    ["find_user_id_by_email", { email: "VERA.Brandt@example.org" }, vera],
    ["find_user_id_by_email", { email: "vera@example.org" }, "not_found: User not found"],
    ["find_user_id_by_name_zip", { first_name: "vera", last_name: "BRANDT", zip: "04101" }, vera],
    [
      "find_user_id_by_name_zip",
      { first_name: "Vera", last_name: "Brandt", zip: "4101" },
      "not_found: User not found",
    ],
    ["list_all_product_types", {}, '{"Bread Knife": "7000000002", "Umbrella": "7000000001"}'],
    ["transfer_to_human_agents", { summary: "" }, "Transfer successful"],
    ["calculate", { expression: "20.5 + 44.4" }, "64.9"],
    ["calculate", { expression: "2 ^ 3" }, "invalid_input: Invalid characters in expression"],
    ["calculate", { expression: "１+１" }, "invalid_input: Invalid characters in expression"],
  ])("%s %j", async (name, input, expected) => {
    expect(await call(name, input)).toBe(expected);
  });
});

describe("cancel_pending_order", () => {
  it("refunds every entry as it stands, those of an earlier change included", async () => {
    const moved = { order_id: "#W1000004", payment_method_id: "paypal_1000003" };
    await call("modify_pending_order_payment", moved);
    expect(method(otto, "gift_card_1000004")).toMatchObject({ balance: 231.15 });
    await call("cancel_pending_order", { order_id: "#W1000004", reason: "no longer needed" });
    expect(order("#W1000004").payment_history.map((entry) => Object.values(entry))).toEqual([
      ["payment", 31.15, "gift_card_1000004"],
      ["payment", 31.15, "paypal_1000003"],
      ["refund", 31.15, "gift_card_1000004"],
      ["refund", 31.15, "gift_card_1000004"],
      ["refund", 31.15, "paypal_1000003"],
      ["refund", 31.15, "gift_card_1000004"],
    ]);
    expect(method(otto, "gift_card_1000004")).toMatchObject({ balance: 293.45 });
    expect(order("#W1000004")).toMatchObject({ status: "cancelled", cancel_reason: "no longer needed" });
  });

  it.each([
    ["#W1000003", "no longer needed", "invalid_state: Non-pending order cannot be cancelled"],
    ["#W1000003", "", "invalid_state: Non-pending order cannot be cancelled"],
    ["#W1000001", "too slow", "invalid_input: Invalid reason"],
  ])("refuses %s because of %j", async (order_id, reason, message) => {
    expect(await call("cancel_pending_order", { order_id, reason })).toBe(message);
    expect(state).toEqual(createState());
  });
});

describe("modify_pending_order_items", () => {
  const both = { order_id: "#W1000001", payment_method_id: "credit_card_1000002" };

  it("gives every item price and options of the last variant, as the benchmark has it", async () => {
    const item_ids = ["7100000001", "7200000001"];
    await call("modify_pending_order_items", {
      ...both,
      item_ids,
      new_item_ids: ["7100000002", "7200000002"],
    });
    expect(order("#W1000001").items).toMatchObject([
      { item_id: "7100000002", price: 39, options: { handle: "steel" } },
      { item_id: "7200000002", price: 39, options: { handle: "steel" } },
      { item_id: "7100000001", price: 20.5 },
    ]);
    // 10.65 for the umbrella and -5.4 for the knife, and not rounded.
    expect(order("#W1000001").payment_history.at(-1)).toEqual({
      transaction_type: "payment",
      amount: 31.15 - 20.5 + (39 - 44.4),
      payment_method_id: "credit_card_1000002",
    });
    expect(order("#W1000001").status).toBe("pending (item modified)");
  });

  it("changes as many copies as are named, and no second time", async () => {
    const input = {
      ...both,
      item_ids: ["7100000001", "7100000001"],
      new_item_ids: ["7100000002", "7100000002"],
    };
    await call("modify_pending_order_items", input);
    expect(order("#W1000001").items.map(({ item_id }) => item_id)).toEqual([
      "7100000002",
      "7200000001",
      "7100000002",
    ]);
    const again = { ...both, item_ids: [], new_item_ids: [] };
    expect(await call("modify_pending_order_items", again)).toBe(
      "invalid_state: Non-pending order cannot be modified",
    );
    expect(await call("modify_pending_order_address", { order_id: "#W1000001", ...address })).toMatchObject({
      address,
    });
  });

  it("takes empty lists, and then refunds nothing", async () => {
    await call("modify_pending_order_items", { ...both, item_ids: [], new_item_ids: [] });
    expect(order("#W1000001").payment_history.at(-1)).toMatchObject({
      transaction_type: "refund",
      amount: 0,
    });
  });

  it("pays back to a gift card, rounded", async () => {
    const input = { item_ids: ["7200000001"], new_item_ids: ["7200000002"] };
    await call("modify_pending_order_items", { ...both, ...input, payment_method_id: "gift_card_1000001" });
    expect(method(vera, "gift_card_1000001")).toMatchObject({ balance: 20.65 });
  });

  it.each([
    [["7100000001", "7100000001", "7100000001"], [], "not_found: 7100000001 not found"],
    [["7100000001"], [], "invalid_input: The number of items to be exchanged should match"],
    [
      ["7100000001"],
      ["7100000001"],
      "invalid_input: The new item id should be different from the old item id",
    ],
    [["7100000001"], ["7200000001"], "not_found: Variant not found"],
    [["7100000001"], ["7100000003"], "invalid_state: New item 7100000003 not found or available"],
    [
      ["7100000001", "7100000001"],
      ["7100000002", "7100000002"],
      "limit_exceeded: Insufficient gift card balance to pay for the new item",
    ],
  ])("refuses %j for %j", async (item_ids, new_item_ids, message) => {
    const input = { ...both, payment_method_id: "gift_card_1000001", item_ids, new_item_ids };
    expect(await call("modify_pending_order_items", input)).toBe(message);
    expect(state).toEqual(createState());
  });
});

describe("exchange_delivered_order_items", () => {
  const request = { order_id: "#W1000002", payment_method_id: "gift_card_1000001" };

  it("moves no money, and keeps both lists sorted, each by itself", async () => {
    const input = { item_ids: ["7200000002", "7100000001"], new_item_ids: ["7200000002", "7100000001"] };
    await call("exchange_delivered_order_items", { ...request, ...input });
    expect(order("#W1000002")).toMatchObject({
      status: "exchange requested",
      exchange_items: ["7100000001", "7200000002"],
      exchange_new_items: ["7100000001", "7200000002"],
      exchange_payment_method_id: "gift_card_1000001",
      exchange_price_difference: -1.49,
    });
    expect(method(vera, "gift_card_1000001")).toMatchObject({ balance: 15.25 });
  });

  it.each([
    [{ item_ids: ["1"], new_item_ids: ["1"] }, "not_found: Number of 1 not found."],
    [
      { item_ids: ["7100000001"], new_item_ids: [] },
      "invalid_input: The number of items to be exchanged should match.",
    ],
    [
      { item_ids: [], new_item_ids: [], payment_method_id: "paypal_1000003" },
      "not_found: Payment method not found",
    ],
    [
      { item_ids: [], new_item_ids: [], order_id: "#W1000001" },
      "invalid_state: Non-delivered order cannot be exchanged",
    ],
  ])("refuses %j", async (input, message) => {
    expect(await call("exchange_delivered_order_items", { ...request, ...input })).toBe(message);
    expect(state).toEqual(createState());
  });
});

describe("return_delivered_order_items", () => {
  it.each([
    [["7100000001"], "credit_card_1000002", undefined],
    [["7200000002", "7100000001"], "gift_card_1000001", undefined],
    [["7100000001", "7100000001"], "gift_card_1000001", "not_found: Some item not found"],
    [["7100000001"], "paypal_1000003", "not_found: Payment method not found"],
  ])("of %j to %s", async (item_ids, payment_method_id, message) => {
    const given = await call("return_delivered_order_items", {
      order_id: "#W1000002",
      item_ids,
      payment_method_id,
    });
    if (message !== undefined) expect(given).toBe(message);
    else
      expect(given).toMatchObject({
        status: "return requested",
        return_items: item_ids.toSorted(),
        return_payment_method_id: payment_method_id,
      });
  });

  it("goes to the method that paid, or to a gift card", async () => {
    order("#W1000002").payment_history[0]!.payment_method_id = "gift_card_1000001";
    const input = { order_id: "#W1000002", item_ids: [], payment_method_id: "credit_card_1000002" };
    expect(await call("return_delivered_order_items", input)).toBe(
      "not_allowed: Payment method should be the original payment method",
    );
  });
});

describe("modify_pending_order_payment", () => {
  it.each([
    ["credit_card_1000002", "invalid_input: The new payment method should be different from the current one"],
    ["gift_card_1000001", "limit_exceeded: Insufficient gift card balance to pay for the order"],
    ["paypal_1000003", "not_found: Payment method not found"],
  ])("refuses %s", async (payment_method_id, message) => {
    expect(await call("modify_pending_order_payment", { order_id: "#W1000001", payment_method_id })).toBe(
      message,
    );
  });

  it("refuses an order that was paid twice", async () => {
    await call("modify_pending_order_payment", {
      order_id: "#W1000004",
      payment_method_id: "paypal_1000003",
    });
    const again = { order_id: "#W1000004", payment_method_id: "gift_card_1000004" };
    expect(await call("modify_pending_order_payment", again)).toBe(
      "invalid_state: There should be exactly one payment for a pending order",
    );
  });
});

describe("modify_user_address", () => {
  it("replaces the whole address, and leaves the orders where they go", async () => {
    expect(await call("modify_user_address", { user_id: vera, ...address })).toMatchObject({ address });
    expect(state.orders).toEqual(createState().orders);
  });
});
