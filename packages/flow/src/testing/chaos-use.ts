import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { api } from "../api/index.js";
import { db } from "../db/index.js";
import { mcp } from "../mcp/index.js";
import { freePort } from "./free-port.js";

const address = `http://127.0.0.1:${await freePort()}`;

// It takes what comes, and says nothing.
const listening = createServer((socket) => socket.on("error", () => undefined).unref())
  .listen(0, "127.0.0.1")
  .unref();
await once(listening, "listening");
const silent = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;

process.env["SILO_CHAOS_DATABASE"] = address.replace("http:", "postgres:");
delete process.env["SILO_CHAOS_UNSET"];

/** Services that cannot be used in as many ways as there are. */
export const worldUse = {
  api: api({
    gone: { baseUrl: address, paths: ["/a"] },
    slow: { baseUrl: silent, paths: ["/a"], timeoutMs: 1 },
    keyless: { baseUrl: address, paths: ["/a"], auth: { header: "key", env: "SILO_CHAOS_UNSET" } },
  }),
  db: db({
    gone: { env: "SILO_CHAOS_DATABASE" },
    addressless: { env: "SILO_CHAOS_UNSET" },
  }),
  mcp: mcp({
    gone: { url: `${address}/mcp` },
    narrow: { url: `${address}/mcp`, tools: ["allowed"] },
    slow: { url: `${silent}/mcp`, timeoutMs: 1 },
    keyless: { url: `${address}/mcp`, auth: { header: "key", env: "SILO_CHAOS_UNSET" } },
  }),
};
