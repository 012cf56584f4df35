import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import type * as fromJson from "../src/error-from-json.js";
import type * as explain from "../src/explain/index.js";
import type * as errors from "../src/index.js";

type Errors = typeof errors;

const dist = new URL("../dist/", import.meta.url);
const require = createRequire(import.meta.url);
const built = {
  module: (await import(new URL("index.js", dist).href)) as Errors,
  commonjs: require(new URL("index.cjs", dist).pathname) as Errors,
};

describe.each([
  ["module", "commonjs"],
  ["commonjs", "module"],
] as const)("errors of the %s build, seen by the %s build", (from, by) => {
  const made = built[from];
  const seen = built[by];

  it("are told by guards and by instanceof", () => {
    expect(made.SiloError).not.toBe(seen.SiloError);
    const coded: unknown = made.siloError("run_not_found", { runId: "r", folder: "runs" });
    expect([
      seen.isSiloError(coded),
      seen.isSiloError(coded, "run_not_found"),
      seen.isCodedError(coded),
    ]).toEqual([true, true, true]);
    expect([coded instanceof seen.StateError, coded instanceof seen.InputError]).toEqual([true, false]);
    expect(seen.exitCodeOf(coded)).toBe(10);
    const denied: unknown = new made.PermissionDeniedError("a", "b");
    expect([seen.isToolError(denied, "PERMISSION_DENIED"), denied instanceof seen.ToolError]).toEqual([
      true,
      true,
    ]);
  });

  it("are not told any more after structuredClone, and are refused", () => {
    const clone: unknown = structuredClone(made.siloError("run_not_found", { runId: "r", folder: "runs" }));
    expect([seen.isSiloError(clone), seen.isCodedError(clone), clone instanceof seen.SiloError]).toEqual([
      false,
      false,
      false,
    ]);
    expect(seen.toSiloError(clone).code).toBe("unexpected_error");
  });
});

it("cross a worker as JSON", async () => {
  const code = `
    const { parentPort, workerData } = require("node:worker_threads");
    const { siloError } = require(workerData);
    const cause = new RangeError("too far");
    parentPort.postMessage(siloError("run_not_found", { runId: "r", folder: "runs" }, { cause, details: { big: 10n } }).toJSON());
  `;
  const worker = new Worker(code, { eval: true, workerData: new URL("index.cjs", dist).pathname });
  const wire = await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  const { isSiloError } = built.module;
  const { errorFromJSON } = (await import(new URL("error-from-json.js", dist).href)) as typeof fromJson;
  const error = errorFromJSON(wire);
  expect(isSiloError(error, "run_not_found")).toBe(true);
  expect(error).toMatchObject({ exitCode: 10, details: { runId: "r", folder: "runs", big: "[bigint 10]" } });
  expect(error.cause).toMatchObject({ name: "RangeError", message: "too far" });
});

it("has one copy of the classes in both entries, and the subpaths that it publishes", async () => {
  const { explanationOf } = (await import(new URL("explain.js", dist).href)) as typeof explain;
  expect(explanationOf("run_not_found")).toMatchObject({ exitCode: 10 });
  const resolve = createRequire(new URL("../package.json", import.meta.url)).resolve;
  for (const path of ["", "/explain", "/catalogue.json", "/envelope.schema.json"]) {
    expect(resolve(`@silo/errors${path}`)).toContain("packages/errors/");
  }
});
