import { describe, expect, test } from "vitest";
import { compileSchema } from "./compile-schema.js";
import { describeProblems } from "./describe-problems.js";
import type { JsonSchemaObject } from "./json-schema.js";
import { applyProblems } from "./testing/apply-problems.js";
import { hasCorpus, isDeep, readCorpus, seeded } from "./testing/corpus.js";
import { mutationsOf, type Mutation } from "./testing/mutations.js";
import { validValue } from "./testing/valid-value.js";

interface Entry {
  readonly name: string;
  readonly source: string;
  readonly inputSchema: JsonSchemaObject;
}
test("zz", () => {
  const entries = readCorpus<Entry[]>("tool-schemas.json");
  let bad = 0, n = 0, invalidOk = 0, named = 0, fixed = 0, undetermined = 0, notfixed = 0, size: number[] = [];
  const miss = new Map<string, number>();
  const t0 = performance.now();
  let shown = 0;
  for (const e of entries) {
    let c;
    try { c = compileSchema(e.inputSchema, { purpose: "input", origin: "foreign" }); } catch (err) { console.log("REFUSED", e.name, (err as Error).message.slice(0, 200)); continue; }
    for (const full of [true, false]) {
      const v = validValue(e.inputSchema, { full });
      const p = c.check(v);
      if (p.length) { bad++; if (bad < 20) console.log("INVALID", e.name, full, describeProblems(p, { subject: { tool: e.name } }).slice(0, 300)); continue; }
      if (!full) continue;
      const ms = mutationsOf(v);
      const rnd = seeded(1);
      const pick = isDeep || ms.length < 12 ? ms : ms.filter(() => rnd() < 12 / ms.length);
      for (const m of pick) {
        const q = c.check(m.value);
        n++;
        if (q.length === 0) { invalidOk++; continue; }
        const msg = describeProblems(q, { subject: { tool: e.name } });
        size.push(Buffer.byteLength(msg));
        if (msg.includes(m.name)) named++;
        else { miss.set(m.kind, (miss.get(m.kind) ?? 0) + 1); if (shown++ < 25) console.log("UNNAMED", m.kind, JSON.stringify(m.path), msg.slice(0, 300)); }
        let value = m.value; let problems = q; let rounds = 0; let state = "";
        while (problems.length && rounds++ < 12) {
          const r = applyProblems(value, problems);
          if (!r) { state = "undetermined"; break; }
          value = r.value; problems = c.check(value);
        }
        if (!problems.length) fixed++;
        else if (state) { undetermined++; miss.set("U " + problems.map(x=>x.keyword).join(), (miss.get("U " + problems.map(x=>x.keyword).join()) ?? 0) + 1); }
        else { notfixed++; if (notfixed < 15) console.log("NOTFIXED", m.kind, JSON.stringify(m.path), msg.slice(0, 300), "=>", describeProblems(problems, { subject: { tool: e.name } }).slice(0, 300)); }
      }
    }
  }
  size.sort((a, b) => a - b);
  console.log({ bad, n, invalidOk, named, fixed, undetermined, notfixed, miss, median: size[size.length >> 1], max: size.at(-1), ms: performance.now() - t0 });
}, 600000);
