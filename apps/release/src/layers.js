import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {{ folder: string, owns: string, mayImport: string[] }} Layer
 * @typedef {{ packages: Record<string, Layer>, private: Record<string, Layer> }} LayerTable
 */

/**
 * The layer table of the repository at `root`: the one place that says which package may import which.
 * @param {string} root
 * @returns {LayerTable}
 */
export function readLayers(root) {
  return JSON.parse(readFileSync(join(root, "layers.json"), "utf8"));
}

/**
 * Every row, published or private, by name without the scope.
 * @param {LayerTable} table
 * @returns {Record<string, Layer>}
 */
export function allLayers(table) {
  return { ...table.packages, ...table.private };
}

/**
 * The manifest of one row.
 * @param {string} root
 * @param {Layer} layer
 */
export function readManifest(root, layer) {
  return JSON.parse(readFileSync(join(root, layer.folder, "package.json"), "utf8"));
}

/**
 * The table as the Markdown that CONTRIBUTING.md shows.
 * @param {LayerTable} table
 */
export function layersAsMarkdown(table) {
  const rows = Object.entries(allLayers(table)).map(([name, { folder, owns, mayImport }]) => {
    const imports = mayImport.length > 0 ? mayImport.join(", ") : "nothing";
    return `| \`@silo/${name}\` | \`${folder}\` | ${owns} | ${imports} |`;
  });
  return ["| package | folder | owns | may import |", "| --- | --- | --- | --- |", ...rows].join("\n");
}
