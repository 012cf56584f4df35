import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.js";

/** A PostgreSQL server of a test's own. */
export interface PostgresServer {
  /** With a password. */
  url: string;
  close: () => Promise<void>;
}

export const postgresPassword = "pa55/word of the test";

/** Where PostgreSQL is installed; undefined where it is not. */
export function postgresFolder(): string | undefined {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(root, version, "bin")),
    ...(process.env["PATH"] ?? "").split(":"),
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}

/** Starts one on a free port of the loopback interface; it refuses to run as root, and then runs as `postgres`. */
export async function startPostgres(folder: string): Promise<PostgresServer> {
  const user = userFor();
  const data = mkdtempSync(join(tmpdir(), "silo-postgres-"));
  if (user.uid !== undefined) chownSync(data, user.uid, user.gid as number);
  const secret = join(data, "..", `${data.split("/").at(-1)}.secret`);
  execFileSync("sh", ["-c", 'printf %s "$1" > "$0"', secret, postgresPassword], user);
  const setup = [
    "-D",
    join(data, "db"),
    "-U",
    "silo",
    "-A",
    "scram-sha-256",
    `--pwfile=${secret}`,
    "--no-sync",
  ];
  execFileSync(join(folder, "initdb"), [...setup, "-E", "UTF8", "--locale=C"], { ...user, stdio: "ignore" });
  const port = await freePort();
  const server = spawn(
    join(folder, "postgres"),
    ["-D", join(data, "db"), "-p", String(port), "-h", "127.0.0.1", "-k", data, "-F"],
    { ...user, stdio: ["ignore", "ignore", "pipe"] },
  );
  await ready(server);
  return {
    url: `postgres://silo:${encodeURIComponent(postgresPassword)}@127.0.0.1:${port}/postgres`,
    close: async () => {
      const gone = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGQUIT");
      await gone;
      rmSync(data, { recursive: true, force: true });
      rmSync(secret, { force: true });
    },
  };
}

function userFor(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string): number => Number(spawnSync("id", [flag, "postgres"]).stdout.toString().trim());
  return { uid: id("-u"), gid: id("-g") };
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    server.stderr?.on("data", (chunk: Buffer) => {
      said += String(chunk);
      if (said.includes("database system is ready")) resolve();
    });
    server.once("exit", () => reject(new Error(`PostgreSQL did not start: ${said}`)));
  });
}
