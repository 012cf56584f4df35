import { createRequire } from "node:module";
import { isSiloError } from "@silo/errors";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { api } from "./api/index.js";
import type { FlowFinding } from "./flow-finding.js";
import type { CommandKind } from "./command-kind.js";
import { db } from "./db/index.js";
import { defineFlow } from "./flow.js";
import { mcp } from "./mcp/index.js";
import { isThere, loadOptional } from "./optional-dependency.js";

const file = import.meta.filename;
const absent = { specifier: "silo-no-such-package/part.js", version: "1.2.3" };
const bare = { name: "checked", version: "1.0.0", main: () => undefined };

/** A kind whose package nobody has. */
const lonely: CommandKind = {
  kind: "lonely",
  faults: [],
  needs: [{ kind: "lonely", type: "dependency", ...absent }],
  bind: () => () => Promise.reject(new Error("It has no package.")),
};

beforeEach(() => {
  process.env["SILO_TEST_SET"] = "set";
});
afterEach(() => {
  delete process.env["SILO_TEST_SET"];
});

describe("what a flow lacks", () => {
  it("is told all at once, and with the line that installs a package", () => {
    const flow = defineFlow({
      ...bare,
      use: {
        lonely,
        api: api({
          set: { baseUrl: "https://a.example", paths: ["/"], auth: { header: "key", env: "SILO_TEST_SET" } },
          unset: {
            baseUrl: "https://a.example",
            paths: ["/"],
            auth: { header: "key", env: "SILO_TEST_UNSET" },
          },
        }),
        db: db({ main: { env: "SILO_TEST_UNSET" }, embedded: {} }),
        mcp: mcp({ files: { command: "files", env: ["SILO_TEST_SET", "SILO_TEST_OTHER"] } }),
      },
    });
    expect(flow.check({ file })).toEqual([
      {
        code: "dependency_missing",
        kind: "lonely",
        message: '"silo-no-such-package@1.2.3" is needed by lonely and is not installed.',
        command: "npm install silo-no-such-package@1.2.3",
      },
      {
        code: "variable_missing",
        kind: "api",
        profile: "unset",
        message:
          'The environment variable SILO_TEST_UNSET is needed by profile "unset" of api and is not set.',
      },
      expect.objectContaining({ code: "variable_missing", kind: "db", profile: "main" }),
      expect.objectContaining({
        code: "variable_missing",
        kind: "mcp",
        profile: "files",
        message: expect.stringContaining("SILO_TEST_OTHER") as string,
      }),
    ]);
  });

  it("keeps a run from beginning where it is a package", () => {
    const flow = defineFlow({ ...bare, use: { lonely } });
    let thrown: unknown;
    try {
      flow.prepare({ file });
    } catch (error) {
      thrown = error;
    }
    expect(isSiloError(thrown, "dependency_missing") && thrown.details).toEqual({
      dependency: "silo-no-such-package@1.2.3",
      neededBy: "@silo/flow/lonely",
    });
  });
});

describe("what is wrong with profiles", () => {
  const wrong = {
    api: api({ a: { baseUrl: "nowhere", paths: [] as string[] }, b: { baseUrl: "ftp://x", paths: ["/"] } }),
    db: db({ c: { maxRows: -1 } }),
    mcp: mcp({ d: { url: "nowhere" } }),
  };
  const fields = ["api a paths", "api b baseUrl", "db c maxRows", "mcp d url"];

  it("is thrown by defineFlow, of all kinds at once", () => {
    expect(() => defineFlow({ ...bare, use: wrong })).toThrow(
      expect.objectContaining({
        code: "INVALID_DEFINITION",
        findings: fields.map((words) => {
          const [kind, profile, field] = words.split(" ");
          return expect.objectContaining({ code: "profile_invalid", kind, profile, field }) as object;
        }),
      }) as Error,
    );
  });

  it("is collected where somebody asks for it", () => {
    const key = Symbol.for("@silo/flow/definition-findings");
    const findings: FlowFinding[] = [];
    Object.assign(globalThis, { [key]: findings });
    try {
      defineFlow({ ...bare, name: "", use: wrong });
    } finally {
      Reflect.deleteProperty(globalThis, key);
    }
    expect(
      findings.map(({ code, kind, profile, field }) => (kind ? `${kind} ${profile} ${field}` : code)),
    ).toEqual(["definition_invalid", ...fields]);
    expect(() => defineFlow({ ...bare, use: wrong })).toThrow("not valid");
  });
});

describe("a package that is loaded when it is used", () => {
  it("is told where it is not there", async () => {
    const dependency = {
      ...absent,
      neededBy: "@silo/flow/lonely",
      own: async (): Promise<unknown> => createRequire(file)(absent.specifier) as unknown,
    };
    const thrown: unknown = await loadOptional(dependency, file).catch((error: unknown) => error);
    expect(isSiloError(thrown, "dependency_missing")).toBe(true);
    expect(isThere(absent, file)).toBe(false);
    expect(isThere({ specifier: "pg" }, file)).toBe(true);
  });

  it("is the one that the agent's file finds", async () => {
    const own = (): Promise<never> => Promise.reject(new Error("the other one"));
    const loaded = await loadOptional({ specifier: "pg", version: "8", neededBy: "a test", own }, file);
    expect(loaded).toHaveProperty("default.Pool");
  });
});
