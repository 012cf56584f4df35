import { homedir } from "node:os";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { oneLine } from "./one-line.js";

const project = "/srv/my project+1";
const bundle = "node_modules/.cache/silo/0b9c1f6e-5a51-4be0-a5c6-27e9c1d9b6d1.mjs";

describe("oneLine", () => {
  it.each<[string, string]>([
    ["a\n  b\r\nc\u2028d\n", "a b c d"],
    [`cannot read '${project}/agents/a.ts'`, "cannot read 'agents/a.ts'"],
    [`scandir '${project}'`, "scandir '.'"],
    [`at ${pathToFileURL(`${project}/a.ts`).href}:3:4`, "at a.ts:3:4"],
    [`at file://${project}/a.ts`, "at a.ts"],
    [`'${project}2/a.ts' is another one`, `'my project+12/a.ts' is another one`],
    [`${homedir()}/x and ${process.cwd()}/y`, "x and y"],
    [
      "GET /api/v1/tmp/x and http://a.example/usr/x stay",
      "GET /api/v1/tmp/x and http://a.example/usr/x stay",
    ],
    ["'/usr/local/lib/node_modules/p/index.js' and /var/tmp/x", "'index.js' and x"],
    ["at file:///usr/lib/a.mjs:3:4 (/etc/hosts)", "at a.mjs:3:4 (hosts)"],
    ["open 'C:\\Users\\me\\a.txt', then D:/b/c.ts", "open 'a.txt', then c.ts"],
    ["a ratio of 1/usr/2, and/or /usr", "a ratio of 1/usr/2, and/or /usr"],
    [
      `Cannot find package 'p' imported from ${project}/${bundle}`,
      "Cannot find package 'p' imported from the module",
    ],
    [`at file:///opt/x/${bundle}:3:4`, "at the module"],
  ])("%j", (message, text) => {
    expect(oneLine(message, [project, "/"])).toBe(text);
  });

  it.each(["x", " ", "\n", " \n", "/srv/", " /usr/", ".cache/silo/"])(
    "takes a huge message of %j",
    (part) => {
      const message = `a${part.repeat(1_000_000)}b`;
      const text = oneLine(message, [project]);
      expect(text.startsWith("a")).toBe(true);
      expect(text.endsWith("b")).toBe(true);
    },
  );
});
