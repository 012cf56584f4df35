import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "@silo/runtime";
import Table from "cli-table3";
import { afterAll, describe, expect, it } from "vitest";
import { buildWorld, generatedFolder } from "../src/build-world.js";
import { compareWithPeer } from "../src/conformance.js";
import { hasPeer } from "../src/peer.js";
import { canonicalHash } from "../src/state-hash.js";

const folder = generatedFolder("conformance");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!hasPeer())("the retail world and the benchmark's own tools", () => {
  it("give the same results and leave the same states", { timeout: 600_000 }, async () => {
    const { folder: environmentFolder } = buildWorld(folder);
    const environment = (await import(join(environmentFolder, "index.ts"))) as Environment;
    const { rows, differences } = await compareWithPeer(environment);

    const table = new Table({
      head: ["compared", "cases", "equal"],
      colAligns: ["left", "right", "right"],
      style: { head: [], border: [] },
    });
    for (const { compared, cases, equal } of rows) table.push([compared, cases, equal]);
    console.log(table.toString());

    expect(differences).toEqual([]);
    expect(Object.fromEntries(rows.map(({ compared, cases }) => [compared, cases]))).toEqual({
      "state at the start, hash": 114,
      "action, outcome": 550,
      "action, message of an error": 18,
      "action, hash of the result": 532,
      "action, hash of the state after it": 550,
      "state at the end, hash": 114,
      "extra call, setup": 15,
      "extra call, domain: exact": 164,
      "extra call, unknown-tool: exact": 12,
      "extra call, accepted: exact": 46,
      "extra call, runtime: an error, whatever its words": 18,
      'extra call, arguments against the schema, there error "domain": refused here': 25,
      'extra call, arguments against the schema, there error "runtime": refused here': 96,
      "extra call, arguments against the schema, there accepted: refused here": 5,
      "extra call, state after it": 366,
    });
  });
});

describe("the canonical form", () => {
  // The vectors that the benchmark's material states.
  it.each([
    [{ b: 1.0, a: 2 }, "d3626ac30a87e6f7a6428233b3c68299976865fa5508e4267c5415c76af7a772"],
    [
      { x: null, y: [1.0, 100.0, 0.1, 68.92000000000004, -0.0] },
      "ef7ed52f70e2236783d2b6aaf9ce732ce875751def23749eef974ecc202fe6f9",
    ],
    [{ "10": 1, "9": 2, a: 3, B: 4 }, "faf2a4aaca6d95985674d85fd2fcbb282f5e0284ab26f4e1f42fb2e58fbeba7b"],
  ])("of %j has the hash %s", (value, hash) => {
    expect(canonicalHash(value)).toBe(hash);
  });
});
