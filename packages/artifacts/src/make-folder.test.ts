import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeFolder } from "./make-folder.js";
import { temporaryFolders, thrownBy } from "./testing/temporary-folder.js";

const temporaryFolder = temporaryFolders();

it("makes a folder with those above it, and says which is the topmost that it made", () => {
  const folder = temporaryFolder();
  expect(makeFolder(join(folder, "a/b/c"))).toBe(join(folder, "a"));
  expect(existsSync(join(folder, "a/b/c"))).toBe(true);
  expect(makeFolder(join(folder, "a/b/c"))).toBeUndefined();
  expect(makeFolder(join(folder, "a/b/d"))).toBe(join(folder, "a/b/d"));
});

it("takes a link to a folder for one, and refuses a file and a link that leads nowhere", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "real"));
  symlinkSync(join(folder, "real"), join(folder, "link"));
  expect(makeFolder(join(folder, "link"))).toBeUndefined();
  writeFileSync(join(folder, "file"), "");
  expect(thrownBy(() => makeFolder(join(folder, "file")))).toMatchObject({ code: "EEXIST" });
  expect(thrownBy(() => makeFolder(join(folder, "file/below/it")))).toMatchObject({ code: "ENOTDIR" });
  symlinkSync(join(folder, "nowhere"), join(folder, "dangling"));
  expect(thrownBy(() => makeFolder(join(folder, "dangling/below")))).toMatchObject({ code: "ENOENT" });
});
