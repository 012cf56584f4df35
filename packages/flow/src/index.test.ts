import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import orderStatus from "../agents/order-status.js";
import * as root from "./index.js";
import { play } from "./testing/host.js";

it("exports what an author needs by name, and nothing else", () => {
  expect(Object.keys(root).sort()).toEqual(["FlowError", "defineFlow", "isFlowError", "s"]);
});

it("shows a flow in its README that works", async () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const source = readFileSync(new URL("../agents/order-status.ts", import.meta.url), "utf8");
  expect(readme).toContain(`\`\`\`ts\n${source}\`\`\``);
  const tools = { get_order: () => ({ output: { status: "sent" } }) };
  const { answer } = await play(orderStatus, tools, { ask: () => Promise.resolve("O-1") });
  expect(answer?.output).toBe("It is sent.");
});
