import { isSiloError } from "@silo/errors";
import { compileSchema, type Schema } from "@silo/schema-validate";
import { describe, expect, it } from "vitest";
import { diffStates } from "./diff-states.js";
import { formatRecord, formatResult, formatStateDiff } from "./format-record.js";
import { manifestSchema } from "./manifest.js";
import { resultSchema } from "./result.js";
import { runSchema } from "./run.js";
import { stateDiffSchema } from "./state-diff.js";
import { taskSchema } from "./task.js";
import { traceEventSchema } from "./trace.js";
import { difference, events, report, result, run, task } from "./testing/sample-records.js";
import { validationReportSchema } from "./validation-report.js";

/** The members of a record in the opposite order, at every level. */
function shuffled<T>(value: T): T {
  if (Array.isArray(value)) return value.map(shuffled) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, shuffled<unknown>(item)]),
  ) as T;
}

describe("formatResult", () => {
  it("gives the fields of contract A1 in their order, whatever the order of the members", () => {
    const text = formatResult(result);
    expect(text).toBe(`{
  "passed": true,
  "reward": 0.75,
  "requiredPassed": 1,
  "requiredTotal": 1,
  "failedRequired": [],
  "checksPassed": 3,
  "checksFailed": 1,
  "toolCalls": 1,
  "toolErrors": 0,
  "terminationReason": "completed",
  "agentOutput": "The \\"weighted\\" value\\nis $507500",
  "error": null,
  "checks": [
    {
      "label": "L",
      "passed": true,
      "detail": "",
      "required": true
    }
  ],
  "verdict": "passed"
}
`);
    expect(formatResult(shuffled(result))).toBe(text);
    expect(JSON.parse(text)).toEqual(result);
  });
});

describe("formatStateDiff", () => {
  it("gives our fields in the order of contract A1 and values of the world in one line in that of RFC 8785", () => {
    const text = formatStateDiff(difference);
    expect(text).toBe(`{
  "scalars": [
    {
      "field": "gone",
      "from": {"a":[1,2],"b":1}
    },
    {
      "field": "now",
      "from": "x",
      "to": null
    }
  ],
  "collections": {
    "opportunities": {
      "added": [],
      "removed": [
        "OPP-1"
      ],
      "changed": [
        "OPP-5"
      ]
    }
  }
}
`);
    expect(formatStateDiff(shuffled(difference))).toBe(text);
    expect(JSON.parse(text)).toEqual(difference);
  });

  it("gives equal bytes for worlds that differ only in the order of keys and entities", () => {
    const from = {
      z: { b: 1, a: { d: 1, c: 2 } },
      leads: [{ id: "L2" }, { id: "L1", n: 1 }],
      deals: { 10: { id: "10" }, 9: { id: "9" } },
    };
    const to = { z: { b: { y: 1, x: 2 }, a: 3 }, leads: [{ id: "L3" }, { id: "L1", n: 2 }], deals: {} };
    const other = { ...shuffled(to), leads: [...to.leads].reverse() };
    const text = formatStateDiff(diffStates(from, to));
    expect(formatStateDiff(diffStates(shuffled(from), other))).toBe(text);
    expect(JSON.parse(text)).toEqual(diffStates(from, to));
  });

  it("keeps a collection named __proto__", () => {
    const odd = diffStates({}, JSON.parse('{"__proto__":[{"id":"A"}]}'));
    expect(formatStateDiff(odd)).toContain('"__proto__": {');
  });

  it("refuses a value that JSON cannot hold", () => {
    const broken = { scalars: [{ field: "a", to: NaN }], collections: {} };
    expect(() => formatStateDiff(broken)).toThrowError(expect.objectContaining({ code: "value_not_json" }));
  });
});

describe("formatRecord", () => {
  it.each([
    [{}, "{}\n"],
    [{ a: undefined, b: [], c: {}, d: [{}] }, '{\n  "b": [],\n  "c": {},\n  "d": [\n    {}\n  ]\n}\n'],
    [JSON.parse('{"__proto__":1}') as object, '{\n  "__proto__": 1\n}\n'],
  ])("writes %j", (record, text) => {
    expect(formatRecord(record)).toBe(text);
  });

  it.each([[run], [report], [task], [{ text: '\u2028"\\\u0000' }]])(
    "writes %j as JSON that reads back",
    (record) => {
      const text = formatRecord(record);
      expect(JSON.parse(text)).toEqual(record);
      expect(text).toBe(`${JSON.stringify(record, null, 2)}\n`);
    },
  );

  it.each([[{ a: NaN }], [{ a: [1n] }], [{ a: [undefined] }], [{ a: () => 1 }]])("refuses %o", (record) => {
    let thrown: unknown;
    try {
      formatRecord(record);
    } catch (error) {
      thrown = error;
    }
    expect(isSiloError(thrown, "value_not_json")).toBe(true);
  });
});

describe("the published schemas", () => {
  const manifest = {
    name: "demo",
    template: "crm",
    templateVersion: "0.3.0",
    entrypoint: "./index.ts",
    tools: [],
  };

  it.each<[string, Schema<unknown>, object, object]>([
    [
      "manifest",
      manifestSchema,
      { ...manifest, $schema: "x", grants: ["a"] },
      { ...manifest, entrypoint: 1 },
    ],
    [
      "task",
      taskSchema,
      { ...task, difficulty: "hard", entities: ["L"], notes: "n", expectsNoChange: true },
      { ...task, difficulty: "brutal" },
    ],
    ["result", resultSchema, result, { ...result, terminationReason: "gave_up" }],
    [
      "ungraded result",
      resultSchema,
      { ...result, reward: null, verdict: "ungraded" },
      { ...result, reward: 1.1 },
    ],
    ["state diff", stateDiffSchema, difference, { ...difference, collections: { c: { added: [] } } }],
    ["run", runSchema, run, { ...run, startedAt: "yesterday" }],
    [
      "report",
      validationReportSchema,
      report,
      { ...report, findings: [{ level: "fatal", code: "c", message: "m" }] },
    ],
    ...events.map((event): [string, Schema<unknown>, object, object] => [
      event.type,
      traceEventSchema,
      event,
      { ...event, seq: 0 },
    ]),
  ])("%s: accepts a right one, and no wrong one", (_name, schema, right, wrong) => {
    const compiled = compileSchema(schema, { purpose: "data" });
    expect(compiled.check(right)).toEqual([]);
    expect(compiled.is(wrong)).toBe(false);
    for (const field of (schema as { required?: string[] }).required ?? []) {
      expect([field, compiled.is({ ...right, [field]: undefined })]).toEqual([field, false]);
    }
  });

  it("have an $id each, and the fields of the sources in their order", () => {
    const schemas = [
      manifestSchema,
      taskSchema,
      resultSchema,
      stateDiffSchema,
      runSchema,
      traceEventSchema,
      validationReportSchema,
    ];
    const ids = schemas.map((schema) => (schema as { $id?: string }).$id);
    expect(ids).toEqual([
      "urn:silo:environment:1",
      "urn:silo:task:1",
      "urn:silo:result:1",
      "urn:silo:state-diff:1",
      "urn:silo:run:1",
      "urn:silo:trace-event:1",
      "urn:silo:validation-report:1",
    ]);
    expect(Object.keys((resultSchema as unknown as { properties: object }).properties)).toEqual(
      Object.keys(result),
    );
    expect(Object.keys((runSchema as unknown as { properties: object }).properties)).toEqual(
      Object.keys(run),
    );
  });
});
