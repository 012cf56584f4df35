import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { packAll } from "./pack.js";

// npm runs scripts in the repository, and says here where the person was.
const from = process.env.INIT_CWD ?? process.cwd();
const root = fileURLToPath(new URL("../../..", import.meta.url));
const [given, ...others] = process.argv.slice(2);
if (given === undefined || others.length > 0) {
  console.error(
    "usage: npm run install-into -- FOLDER\nInstalls the silo command and its libraries from this clone into the project in FOLDER.",
  );
  process.exit(2);
}
const project = resolve(from, given);
if (existsSync(project) && !statSync(project).isDirectory()) {
  console.error(`${project} is a file; name the folder of a project.`);
  process.exit(2);
}
mkdirSync(project, { recursive: true });
if (!existsSync(join(project, "package.json"))) {
  const manifest = {
    name: basename(project)
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, "-"),
    version: "0.0.0",
    private: true,
  };
  writeFileSync(join(project, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

const tarballs = Object.values(packAll(root, join(root, "apps/release/tarballs")));
execFileSync(
  "npm",
  [
    "install",
    "--save-dev",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    ...tarballs.map((file) => relative(project, file)),
  ],
  {
    cwd: project,
    stdio: ["ignore", "ignore", "inherit"],
  },
);
const version = execFileSync("npx", ["--no-install", "silo", "--version"], {
  cwd: project,
  encoding: "utf8",
}).trim();
console.log(
  `silo ${version} is installed in ${project}\nNext:\n  cd ${project}\n  npx silo init demo --template crm`,
);
