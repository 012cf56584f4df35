import { existsSync } from "node:fs";
import { join } from "node:path";
import { cruise } from "dependency-cruiser";
import { allLayers, readLayers } from "./layers.js";

const isTest = String.raw`(\.test\.ts|\.test-d\.ts|/test/|\.config\.ts)`;

/**
 * What is wrong with the imports of the repository at `root`, one sentence each. Four kinds: an import that the layer
 * table does not allow, a relative path into another package, what cannot be resolved (a deep import, or a package
 * that is not declared), and a cycle.
 * @param {string} root
 * @returns {Promise<string[]>}
 */
export async function importProblems(root) {
  const table = readLayers(root);
  const layers = allLayers(table);
  const sources = Object.values(layers).flatMap(({ folder }) =>
    ["src", "test", "templates", ".silo"]
      .map((name) => `${folder}/${name}`)
      .filter((name) => existsSync(join(root, name))),
  );
  const { output } = await cruise(sources, {
    baseDir: root,
    ruleSet: { forbidden: [...Object.entries(layers).map(layerRule), ...generalRules] },
    validate: true,
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|node_modules)/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["@silo/source", "import", "require", "node", "default", "types"],
      extensions: [".ts", ".js", ".json", ".d.ts"],
    },
  });
  if (typeof output === "string")
    throw new Error("dependency-cruiser gave a text where its result was expected.");
  return output.summary.violations
    .map(({ rule, from, to }) => `${from} imports ${to}: ${explanations[rule.name] ?? rule.name}.`)
    .sort();
}

/** @type {Record<string, string>} */
const explanations = {
  layers: "layers.json does not allow it",
  "relative-into-package": "a package is imported by its name, never by a path into it",
  unresolvable:
    "it cannot be resolved: only what the other package exports can be imported, and only declared dependencies",
  undeclared: "the package's own manifest does not declare it",
  cycle: "it closes a cycle",
};

/**
 * @param {[string, import("./layers.js").Layer]} row
 * @returns {any}
 */
function layerRule([name, { folder, mayImport }]) {
  const allowed = [name, ...mayImport].join("|");
  return {
    name: "layers",
    severity: "error",
    from: { path: `^${folder}/` },
    to: { path: ["^(packages|apps)/", "^@silo/"], pathNot: `^(packages|apps|@silo)/(${allowed})(/|$)` },
  };
}

/** @type {any[]} */
const generalRules = [
  {
    name: "relative-into-package",
    severity: "error",
    from: { path: "^((?:packages|apps)/[^/]+)/" },
    to: { path: "^(packages|apps)/", pathNot: "^$1/", dependencyTypes: ["local"] },
  },
  { name: "unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
  {
    name: "undeclared",
    severity: "error",
    from: { pathNot: isTest },
    to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
  },
  { name: "cycle", severity: "error", from: {}, to: { circular: true } },
];
