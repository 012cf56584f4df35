import { readdirSync, readFileSync } from "node:fs";
import { format, resolveConfig } from "prettier";
import { describe, expect, it } from "vitest";
import { catalogueDocument, referencePages } from "./reference-pages.js";

const packageFolder = new URL("../../", import.meta.url);
const docs = new URL("../../docs/errors/", packageFolder);
const pages = referencePages();

describe("what is made from the catalogue (`pnpm generate` makes it anew)", () => {
  it("has a page for every code and no other", () => {
    expect(readdirSync(docs).sort()).toEqual([...pages.keys()].sort());
  });

  it.each([...pages])("docs/errors/%s is up to date", async (name, page) => {
    const options = await resolveConfig(new URL("package.json", packageFolder));
    expect(readFileSync(new URL(name, docs), "utf8")).toBe(
      await format(page, { ...options, parser: "markdown" }),
    );
  });

  it("catalogue.json is up to date", () => {
    const stored: unknown = JSON.parse(readFileSync(new URL("catalogue.json", packageFolder), "utf8"));
    expect(stored).toEqual(catalogueDocument());
  });
});
