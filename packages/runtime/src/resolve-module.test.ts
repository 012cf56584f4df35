import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { resolveModule } from "./resolve-module.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "silo-resolve-")));
const inside = join(folder, "node_modules/@shop/agents");
mkdirSync(join(folder, "below"));
mkdirSync(inside, { recursive: true });
writeFileSync(
  join(inside, "package.json"),
  JSON.stringify({
    name: "@shop/agents",
    exports: { "./clerk": { require: "./clerk.cjs", import: "./clerk.js" } },
  }),
);
for (const file of ["clerk.cjs", "clerk.js", "hidden.js"]) writeFileSync(join(inside, file), "");
afterAll(() => rmSync(folder, { recursive: true }));

test("finds what an import would, from the folder and from those below", async () => {
  expect(await resolveModule("@shop/agents/clerk", folder)).toBe(join(inside, "clerk.js"));
  expect(await resolveModule("@shop/agents/clerk", join(folder, "below"))).toBe(join(inside, "clerk.js"));
});

test.each(["@shop/agents/hidden", "@shop/agents", "@shop/nobody", "nobody/clerk"])(
  "finds nothing for %s, which an import would refuse",
  async (specifier) => {
    expect(await resolveModule(specifier, folder)).toBeUndefined();
  },
);
