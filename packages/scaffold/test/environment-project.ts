import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

/** A project in a temporary folder, with an environment of plain modules that need no package. */
export interface EnvironmentProject {
  /** Absolute, without symbolic links. */
  folder: string;
  /** The folder of the environment `demo`. */
  environment: string;
  /** Writes files of the environment, by path; `undefined` takes one away. */
  write(files: Record<string, string | object | undefined>): void;
  /** Every file and folder of the project, relative, sorted. */
  tree(): string[];
  remove(): void;
}

export const manifest = {
  name: "demo",
  template: "blank",
  templateVersion: "0.0.0",
  entrypoint: "./index.ts",
  tools: [],
};

export const task = { id: "TASK-1", title: "Set it", instruction: "Set n to 2.", verifierId: "VER-1" };

/** That of a project, without what takes the compiler most of its time: the types of the browser. */
const tsconfig = {
  compilerOptions: {
    ...{ target: "ES2022", lib: ["ES2022"], types: [], module: "ESNext", moduleResolution: "Bundler" },
    ...{ strict: true, noEmit: true, skipLibCheck: true, resolveJsonModule: true },
  },
};

const index = `
import data from "./data/start.json" with { type: "json" };
interface State { n: number; list: { id: string }[] }
export const createState = (): State => ({ n: data.n, list: data.list.map((item) => ({ ...item })) });
const setN = {
  name: "set_n",
  description: "Sets n.",
  inputSchema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
  run(state: State, { n }: { n: number }) { state.n = n; return n; },
};
export const bindTools = () => [setN];
export const verifiers = [{
  id: "VER-1", taskId: "TASK-1", name: "n is 2",
  check: (final: State) => [{ label: "n is 2", passed: final.n === 2, required: true }],
}];
`;

/** Makes the project. The environment is a valid one, which a test then breaks. */
export function makeEnvironment(): EnvironmentProject {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "silo scaffold-"));
  const environment = join(folder, ".silo", "environments", "demo");
  const project: EnvironmentProject = {
    folder,
    environment,
    write(files) {
      for (const [path, content] of Object.entries(files)) {
        const file = join(environment, path);
        mkdirSync(dirname(file), { recursive: true });
        if (content === undefined) rmSync(file, { recursive: true });
        else writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
      }
    },
    tree: () => treeOf(folder),
    remove: () => rmSync(folder, { recursive: true }),
  };
  mkdirSync(join(folder, "node_modules"));
  mkdirSync(join(folder, ".silo"), { recursive: true });
  writeFileSync(join(folder, ".silo", "tsconfig.json"), JSON.stringify(tsconfig));
  project.write({
    "silo.environment.json": manifest,
    "index.ts": index,
    "data/start.json": { n: 1, list: [{ id: "A" }] },
    "tasks/TASK-1.json": task,
  });
  return project;
}

/** Every file and folder below `folder`, relative, sorted; none where there is no folder. */
export function treeOf(folder: string, root = folder): string[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return [];
  return readdirSync(folder)
    .flatMap((entry) => [relative(root, join(folder, entry)), ...treeOf(join(folder, entry), root)])
    .sort();
}
