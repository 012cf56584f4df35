import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import type * as nodeFs from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createFile, replaceFile } from "./replace-file.js";
import { temporaryFolders, thrownBy } from "./testing/temporary-folder.js";

const disk = vi.hoisted(() => ({ bytesAtOnce: Infinity, bytesFree: Infinity }));
vi.mock("node:fs", async (original) => {
  const fs = await original<typeof nodeFs>();
  const writeSync = (file: number, bytes: Buffer, offset: number): number => {
    const length = Math.min(bytes.length - offset, disk.bytesAtOnce, disk.bytesFree);
    if (length === 0) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
    disk.bytesFree -= length;
    return fs.writeSync(file, bytes, offset, length);
  };
  return { ...fs, writeSync };
});

afterEach(() => {
  disk.bytesAtOnce = Infinity;
  disk.bytesFree = Infinity;
});

const temporaryFolder = temporaryFolders();

describe("replaceFile", () => {
  it("writes all of it where the system takes a few bytes at a time", () => {
    const file = join(temporaryFolder(), "a.json");
    disk.bytesAtOnce = 3;
    replaceFile(file, "ü😀".repeat(100));
    expect(readFileSync(file, "utf8")).toBe("ü😀".repeat(100));
  });

  it("leaves what was there, and nothing else, where the disk is full after a part", () => {
    const folder = temporaryFolder();
    const file = join(folder, "a.json");
    replaceFile(file, "former");
    disk.bytesFree = 10;
    expect(thrownBy(() => replaceFile(file, "x".repeat(11)))).toMatchObject({ code: "ENOSPC" });
    expect(thrownBy(() => replaceFile(join(folder, "b.json"), "x"))).toMatchObject({ code: "ENOSPC" });
    expect(readdirSync(folder)).toEqual(["a.json"]);
    expect(readFileSync(file, "utf8")).toBe("former");
  });

  it("replaces a symbolic link and not what it points to, and no folder", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "other"), "other");
    symlinkSync(join(folder, "other"), join(folder, "a.json"));
    replaceFile(join(folder, "a.json"), "new");
    expect(readFileSync(join(folder, "other"), "utf8")).toBe("other");
    expect(readFileSync(join(folder, "a.json"), "utf8")).toBe("new");
    mkdirSync(join(folder, "b.json"));
    expect(thrownBy(() => replaceFile(join(folder, "b.json"), "new"))).toMatchObject({ code: "EISDIR" });
    expect(readdirSync(folder).sort()).toEqual(["a.json", "b.json", "other"]);
  });
});

describe("createFile", () => {
  it("makes a file, and leaves one that is there as it is", () => {
    const folder = temporaryFolder();
    const file = join(folder, "a.json");
    expect(createFile(file, "first")).toBe(true);
    expect(createFile(file, "second")).toBe(false);
    expect(readFileSync(file, "utf8")).toBe("first");
    mkdirSync(join(folder, "b.json"));
    expect(createFile(join(folder, "b.json"), "x")).toBe(false);
    symlinkSync(join(folder, "nowhere"), join(folder, "c.json"));
    expect(createFile(join(folder, "c.json"), "x")).toBe(false);
    expect(readdirSync(folder).sort()).toEqual(["a.json", "b.json", "c.json"]);
  });

  it("makes none, and leaves nothing else, where the disk is full", () => {
    const folder = temporaryFolder();
    disk.bytesFree = 3;
    expect(thrownBy(() => createFile(join(folder, "a.json"), "four"))).toMatchObject({ code: "ENOSPC" });
    expect(readdirSync(folder)).toEqual([]);
  });
});
