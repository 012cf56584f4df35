import { spawnSync } from "node:child_process";
import fs, {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isSiloError } from "@silo/errors";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { Silo } from "../src/silo.js";
import { treeOf } from "./environment-project.js";

const built = new URL("../dist/index.js", import.meta.url).href;
const script = fileURLToPath(new URL("write-everything.mjs", import.meta.url));
const isRoot = process.getuid?.() === 0;

let root: string;
let made: string;
beforeAll(() => {
  root = mkdtempSync(join(realpathSync(tmpdir()), "silo-refusing-"));
  made = join(root, "made");
  mkdirSync(join(made, "empty"), { recursive: true });
  Silo.open({ cwd: made }).environments.create({ name: "demo" });
});
afterAll(() => {
  letWrite(root);
  rmSync(root, { recursive: true });
});

let copies = 0;
function copyOfMade(): string {
  const project = join(root, `copy-${copies++}`);
  cpSync(made, project, { recursive: true });
  return project;
}

interface Outcome {
  name: string;
  /** Absent where it was written. */
  code?: string;
  message?: string;
  fix?: string;
  changed: string[];
}

interface Place {
  project: string;
  /** Shell code that is run before, in a space of mounts of its own. */
  mount?: string;
  /** Shell code that is run before. */
  limit?: string;
  uid?: number;
}

/** What comes of everything that writes, tried in a process of its own. */
function outcomesIn({ project, mount, limit = "true", uid }: Place): Outcome[] {
  const node = '"$NODE" "$SCRIPT" "$BUILT" "$PROJECT"';
  const shell = mount === undefined ? `${limit} && exec ${node}` : `${mount} && exec ${node}`;
  const [command, ...args] = mount === undefined ? ["bash"] : unshare;
  const { status, stdout, stderr } = spawnSync(command ?? "", [...args, "-c", shell], {
    encoding: "utf8",
    env: { ...process.env, NODE: process.execPath, SCRIPT: script, BUILT: built, PROJECT: project },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Outcome[];
}

/** Mounts that nobody else sees, and that end with the process; who is not the administrator is so in there. */
const unshare = ["unshare", "--mount", ...(isRoot ? [] : ["--map-root-user"]), "bash"];

function needsMounts({ skip }: TestContext): void {
  const { status } = spawnSync(unshare[0] ?? "", [...unshare.slice(1), "-c", "mount -t tmpfs tmpfs /mnt"]);
  if (status !== 0) skip("this system does not let us mount");
}

/** Every folder in it may be written again. */
function letWrite(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) letWrite(join(folder, entry.name));
}

function forbidWriting(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) forbidWriting(join(folder, entry.name));
  chmodSync(folder, 0o555);
}

/** Each is one error of this code, whose message holds the reason, and changes nothing. */
function expectRefused(outcomes: Outcome[], code: string, reason: RegExp): void {
  for (const { name, code: found, message, changed } of outcomes) {
    expect({ name, code: found, changed, message }).toEqual({
      name,
      code,
      changed: [],
      message: expect.stringMatching(reason) as string,
    });
  }
}

/** Takes something away, for which a full disk has room. */
const isRemoval = ({ name }: Outcome): boolean => name.startsWith("removing");

describe.skipIf(process.platform === "win32")("where the disk refuses, a project stays as it was", () => {
  it("full disk", (context) => {
    needsMounts(context);
    const outcomes = outcomesIn({
      project: "/mnt",
      mount: `mount -t tmpfs -o size=1m tmpfs /mnt && cp -r ${copyOfMade()}/. /mnt && { cat /dev/zero > /mnt/filler; true; } 2>/dev/null`,
    });
    expectRefused(
      outcomes.filter((outcome) => !isRemoval(outcome)),
      "storage_failed",
      /no space is left \(ENOSPC\)/,
    );
    expect(outcomes.filter(isRemoval).map(({ code, changed }) => [code, changed.length > 0])).toEqual(
      Array.from({ length: 3 }, () => [undefined, true]),
    );
  });

  it("files that may not grow", () => {
    const outcomes = outcomesIn({ project: copyOfMade(), limit: "ulimit -f 0" });
    const refused = outcomes.filter((outcome) => !isRemoval(outcome));
    expect(refused).toHaveLength(8);
    expectRefused(refused, "storage_failed", /EFBIG/);
  });

  it("a disk mounted for reading only", (context) => {
    needsMounts(context);
    const project = copyOfMade();
    const mount = `mount --bind ${project} ${project} && mount -o remount,ro,bind ${project}`;
    const outcomes = outcomesIn({ project, mount });
    expect(outcomes).toHaveLength(11);
    expectRefused(outcomes, "file_access_denied", /EROFS/);
  });

  it("folders that may not be written", (context) => {
    // Permissions do not bind the administrator, so somebody else has to try.
    const uid = isRoot ? 65_534 : undefined;
    if (uid !== undefined) {
      const probe = spawnSync(process.execPath, ["--input-type=module", "-e", `await import("${built}")`], {
        uid,
        gid: uid,
      });
      if (probe.status !== 0) context.skip("nobody but the administrator can read the built package");
    }
    const project = copyOfMade();
    forbidWriting(project);
    chmodSync(root, 0o755);
    const outcomes = outcomesIn({ project, ...(uid === undefined ? {} : { uid }) });
    expect(outcomes).toHaveLength(11);
    expectRefused(outcomes, "file_access_denied", /EACCES/);
  });
});

/** Calls that need room on the disk. */
const needRoom = ["cpSync", "linkSync", "mkdirSync", "openSync", "renameSync", "writeFileSync", "writeSync"];

/** From the n-th call that needs room on, each fails for want of it; those that take something away do their work. */
async function withFullDisk(n: number, work: () => unknown): Promise<{ calls: number; thrown: unknown }> {
  const disk = fs as unknown as Record<string, (...args: unknown[]) => unknown>;
  let calls = 0;
  const originals = Object.fromEntries(needRoom.map((name) => [name, disk[name]!]));
  for (const [name, original] of Object.entries(originals)) {
    disk[name] = (...args) => {
      const isReading = name === "openSync" && (args[1] === undefined || args[1] === "r");
      if (!isReading && ++calls >= n) throw Object.assign(new Error("full"), { code: "ENOSPC" });
      return original(...args);
    };
  }
  syncBuiltinESMExports();
  try {
    await work();
    return { calls, thrown: undefined };
  } catch (thrown) {
    return { calls, thrown };
  } finally {
    Object.assign(disk, originals);
    syncBuiltinESMExports();
  }
}

/** Every file with its text; folders with nothing. */
function contentsOf(folder: string): [string, string][] {
  return treeOf(folder).map((path) => {
    const place = join(folder, path);
    return [path, statSync(place).isDirectory() ? "" : readFileSync(place, "utf8")];
  });
}

describe("a disk that gets full at whichever write", () => {
  const task = { id: "TASK-2", title: "T", instruction: "I", verifierId: "V" };
  const demo = (silo: Silo) => silo.environments.open("demo");

  it.each<[string, (silo: Silo) => unknown]>([
    ["creating another environment", (silo) => silo.environments.create({ name: "other" })],
    ["adding a tool", (silo) => demo(silo).tools.add("archive_todo")],
    ["adding a verifier", (silo) => demo(silo).verifiers.add("VER-2", { task: "TASK-001" })],
    ["adding a dataset", (silo) => demo(silo).data.add("new", [1])],
    ["updating a dataset", (silo) => demo(silo).data.update("todos", [1])],
    ["adding a task", (silo) => demo(silo).tasks.add(task)],
    ["updating a task", (silo) => demo(silo).tasks.update({ ...task, id: "TASK-001" })],
  ])("leaves the project as it was: %s", async (_name, work) => {
    const project = copyOfMade();
    const before = contentsOf(project);
    const silo = Silo.open({ cwd: project });
    for (let n = 1; ; n += 1) {
      const { calls, thrown } = await withFullDisk(n, () => work(silo));
      if (calls < n) {
        expect(thrown).toBeUndefined();
        expect(n).toBeGreaterThan(3);
        return;
      }
      expect(isSiloError(thrown, "storage_failed") && thrown.details.reason).toContain("ENOSPC");
      expect(contentsOf(project), `full from write ${n} on`).toEqual(before);
    }
  });
});

describe("where a file stands in the place of a folder, one error says so and nothing is changed", () => {
  const task = { id: "TASK-2", title: "T", instruction: "I", verifierId: "V" };
  const environment = (silo: Silo) => silo.environments.open("demo");

  it.each<[string, string, (silo: Silo) => unknown]>([
    [".silo", "creating an environment", (silo) => silo.environments.create({ name: "demo" })],
    [".silo/environments", "creating an environment", (silo) => silo.environments.create({ name: "demo" })],
    [".silo/schemas", "creating an environment", (silo) => silo.environments.create({ name: "other" })],
    ["data", "adding a dataset", (silo) => environment(silo).data.add("new", 1)],
    ["tasks", "adding a task", (silo) => environment(silo).tasks.add(task)],
    ["tools", "adding a tool", (silo) => environment(silo).tools.add("archive_todo")],
    [
      "verifiers",
      "adding a verifier",
      (silo) => environment(silo).verifiers.add("VER-2", { task: "TASK-001" }),
    ],
  ])("%s: %s", async (path, _name, work) => {
    const project = copyOfMade();
    const place = join(project, path.startsWith(".silo") ? path : `.silo/environments/demo/${path}`);
    rmSync(place, { recursive: true });
    writeFileSync(place, "mine");
    const before = treeOf(project);
    let thrown: unknown;
    try {
      await work(Silo.open({ cwd: project }));
    } catch (error) {
      thrown = error;
    }
    expect(isSiloError(thrown, "storage_failed") ? thrown.message : thrown).toMatch(
      /a file stands where a folder should be/,
    );
    expect(isSiloError(thrown) && thrown.suggestion?.fix).toMatch(/^Move that file away/);
    expect(treeOf(project)).toEqual(before);
    expect(statSync(place).size).toBe(4);
  });
});
