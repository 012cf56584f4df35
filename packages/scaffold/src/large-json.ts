import { statSync } from "node:fs";
import type ts from "typescript";

/** From how many bytes on a JSON file is imported as `any`. */
const largeBytes = 128 * 1024;

/** Stands behind the name of a large JSON file, for the declaration that takes its place. */
const suffix = ".untyped.d.ts";

/**
 * Lets the compiler take large JSON files that are imported by `import data from …` for `any`. The type that it would
 * make of a thousand records is the union of all their shapes, which takes it minutes, and tells nothing that the schema
 * of the records does not.
 */
export function leaveLargeJsonUntyped(compiler: typeof ts, host: ts.CompilerHost): void {
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (file, language, ...rest) =>
    file.endsWith(suffix)
      ? compiler.createSourceFile(file, "declare const data: any;\nexport default data;\n", language, true)
      : read(file, language, ...rest);
  const resolve = host.resolveModuleNameLiterals?.bind(host);
  if (!resolve) return;
  host.resolveModuleNameLiterals = (literals, ...rest) =>
    resolve(literals, ...rest).map((resolution, index) => {
      const file = resolution.resolvedModule?.resolvedFileName;
      const literal = literals[index];
      if (!file?.endsWith(".json") || !literal || !isDefaultImport(compiler, literal.parent))
        return resolution;
      if (statSync(file).size < largeBytes) return resolution;
      return {
        ...resolution,
        resolvedModule: { resolvedFileName: `${file}${suffix}`, extension: compiler.Extension.Dts },
      };
    });
}

function isDefaultImport(compiler: typeof ts, node: ts.Node): boolean {
  return compiler.isImportDeclaration(node) && node.importClause?.namedBindings === undefined;
}

/** The file that the compiler read, or the large JSON file that it took for `any` instead. */
export function fileBehind(file: string): string {
  return file.endsWith(suffix) ? file.slice(0, -suffix.length) : file;
}
