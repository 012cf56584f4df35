import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { allLayers, readLayers, readManifest } from "./layers.js";

/**
 * What is wrong with the manifests of the repository at `root`, one sentence each: rows and folders that do not match,
 * dependencies that the layer table does not allow, and what a published package must have.
 * @param {string} root
 * @returns {string[]}
 */
export function manifestProblems(root) {
  const table = readLayers(root);
  const layers = allLayers(table);
  const problems = folderProblems(root, layers);
  for (const [name, layer] of Object.entries(layers)) {
    if (!existsSync(join(root, layer.folder, "package.json"))) continue;
    const manifest = readManifest(root, layer);
    const isPublished = name in table.packages;
    problems.push(...dependencyProblems(name, layer, manifest));
    problems.push(...(isPublished ? publishedProblems(name, manifest) : privateProblems(name, manifest)));
  }
  return problems;
}

/**
 * @param {string} root
 * @param {Record<string, import("./layers.js").Layer>} layers
 */
function folderProblems(root, layers) {
  const rows = new Set(Object.values(layers).map((layer) => layer.folder));
  const folders = ["packages", "apps"].flatMap((parent) =>
    existsSync(join(root, parent))
      ? readdirSync(join(root, parent)).map((folder) => `${parent}/${folder}`)
      : [],
  );
  const withManifest = folders.filter((folder) => existsSync(join(root, folder, "package.json")));
  return [
    ...withManifest
      .filter((folder) => !rows.has(folder))
      .map((folder) => `${folder} has no row in layers.json; add one, with its reason.`),
    ...[...rows]
      .filter((folder) => !withManifest.includes(folder))
      .map((folder) => `layers.json has a row for ${folder}, which has no package.json.`),
  ];
}

/**
 * @param {string} name
 * @param {import("./layers.js").Layer} layer
 * @param {any} manifest
 */
function dependencyProblems(name, layer, manifest) {
  const problems = [];
  if (manifest.name !== `@silo/${name}`)
    problems.push(`${layer.folder} is named "${manifest.name}"; layers.json calls it "@silo/${name}".`);
  for (const field of ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"]) {
    for (const [dependency, range] of Object.entries(manifest[field] ?? {})) {
      const target = /^@silo\/(.+)$/.exec(dependency)?.[1];
      if (target === undefined) continue;
      if (!layer.mayImport.includes(target))
        problems.push(
          `@silo/${name} depends on ${dependency} (${field}), which layers.json does not allow it to import.`,
        );
      if (range !== "workspace:*")
        problems.push(`@silo/${name} takes ${dependency} as "${range}"; it must be "workspace:*".`);
    }
  }
  return problems;
}

const required = /** @type {const} */ ({
  license: "MIT",
  type: "module",
});

/**
 * @param {string} name
 * @param {any} manifest
 */
function publishedProblems(name, manifest) {
  const problems = [];
  for (const [field, value] of Object.entries(required)) {
    if (manifest[field] !== value) problems.push(`@silo/${name}: "${field}" must be "${value}".`);
  }
  if (manifest.private) problems.push(`@silo/${name} is published, so it must not be private.`);
  if (!manifest.description) problems.push(`@silo/${name} has no description.`);
  if (manifest.engines?.node !== ">=20.19") problems.push(`@silo/${name}: engines.node must be ">=20.19".`);
  if (manifest.publishConfig?.access !== "public")
    problems.push(`@silo/${name}: publishConfig.access must be "public".`);
  if (!manifest.files?.includes("dist")) problems.push(`@silo/${name}: "files" must list "dist".`);
  if (JSON.stringify(manifest.publishConfig?.exports ?? {}).includes("@silo/source")) {
    problems.push(`@silo/${name}: publishConfig.exports must leave out "@silo/source".`);
  }
  if (!manifest.bin) problems.push(...exportsProblems(name, manifest));
  return problems;
}

/**
 * In the repository every entry of a library resolves to its source, published it resolves to the build, both ways.
 * @param {string} name
 * @param {any} manifest
 */
function exportsProblems(name, manifest) {
  const problems = [];
  const published = manifest.publishConfig?.exports ?? {};
  for (const [path, target] of Object.entries(manifest.exports ?? {})) {
    if (typeof target === "string") continue;
    const { "@silo/source": source, ...rest } = /** @type {any} */ (target);
    if (!source || Object.keys(/** @type {any} */ (target))[0] !== "@silo/source") {
      problems.push(`@silo/${name}: exports["${path}"] must name "@silo/source" first.`);
    }
    if (JSON.stringify(rest) !== JSON.stringify(published[path])) {
      problems.push(
        `@silo/${name}: publishConfig.exports["${path}"] must be exports["${path}"] without "@silo/source".`,
      );
    }
  }
  if (manifest.exports?.["."] === undefined) problems.push(`@silo/${name} has no exports["."].`);
  return problems;
}

/**
 * @param {string} name
 * @param {any} manifest
 */
function privateProblems(name, manifest) {
  return manifest.private
    ? []
    : [`@silo/${name} is a private row of layers.json, so its manifest must say "private": true.`];
}
