import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const dist = new URL("../dist/", import.meta.url);

/** The packages that a built file imports, itself or through files of its own package. */
function packagesOf(file: string): Set<string> {
  const found = new Set<string>();
  const text = readFileSync(new URL(file, dist), "utf8");
  for (const [, specifier = ""] of text.matchAll(/(?:\bfrom|\bimport|\brequire\()\s*["']([^"']+)["']/g)) {
    const inside = specifier.startsWith("./") ? packagesOf(specifier) : [specifier];
    for (const name of inside) found.add(name);
  }
  return found;
}

it.each(["json.js", "json.cjs"])("%s loads no validator, so that a small process starts at once", (file) => {
  expect([...packagesOf(file)].sort()).toEqual(["@silo/errors", "canonicalize"]);
});

it("shares its code with the main entry", () => {
  expect(readFileSync(new URL("json.js", dist), "utf8")).not.toContain("function jsonCopy");
  expect([...packagesOf("index.js")]).toContain("@silo/schema-validate");
});
