import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { replaceFile } from "@silo/artifacts";
import { isInstalled } from "@silo/runtime";
import type ts from "typescript";
import { listFolder, names } from "./environment-files.js";
import { fileBehind, leaveLargeJsonUntyped } from "./large-json.js";
import { projectTsconfig } from "./project-tsconfig.js";

/** A fault that the compiler found; `file` is relative to the environment, line and column count from 1. */
export interface TypeFault {
  message: string;
  file?: string;
  line?: number;
  column?: number;
}

export interface TypeCheckOptions {
  /** The environment's name and folder, and the project's folder, absolute. */
  name: string;
  folder: string;
  project: string;
}

/** An environment that had no faults. */
interface Cached {
  /** What else the answer depends on: the compiler, the configuration, which files there are. */
  key: string;
  /** Hashes of all files that were read, the compiler's own libraries apart, by absolute path. */
  files: Record<string, string>;
}

/**
 * Type-checks the TypeScript of an environment with the author's own configuration: the nearest `tsconfig.json`, which is
 * also what an editor reads (contract S5). The compiler is the project's, where it has one. `@silo/*` comes from the
 * project where it is installed, and otherwise from here (S2). An environment that had no faults and has not changed is
 * not checked again.
 */
export async function typeCheck(options: TypeCheckOptions): Promise<TypeFault[]> {
  const compiler = findCompiler(options.project);
  const cacheFile = join(options.project, names.projectFolder, names.cache, `types-${options.name}.json`);
  const sources = sourceFiles(options.folder);
  if (sources.length === 0) return [];
  const key = hash([compiler, ...configTexts(options.folder), ...sources].join("\0"));
  const cached = readCache(cacheFile);
  if (cached?.key === key && Object.entries(cached.files).every(([file, was]) => hashOfFile(file) === was))
    return [];
  const { default: loaded } = (await import(pathToFileURL(compiler).href)) as { default: typeof ts };
  const { faults, files } = check(loaded, options.folder, sources);
  const hashes = Object.fromEntries(files.map((file) => [file, hashOfFile(file) ?? ""]));
  // A fault may be mended by what no file here shows: a package that is installed.
  if (faults.length === 0) writeCache(cacheFile, { key, files: hashes });
  return faults;
}

/** The project's TypeScript, or the one that comes along. */
function findCompiler(project: string): string {
  try {
    return createRequire(join(project, "package.json")).resolve("typescript");
  } catch {
    return createRequire(import.meta.url).resolve("typescript");
  }
}

function check(
  compiler: typeof ts,
  folder: string,
  sources: readonly string[],
): { faults: TypeFault[]; files: string[] } {
  const config = readConfig(compiler, folder);
  const rootNames = sources.map((file) => join(folder, file));
  const host = compiler.createCompilerHost(config.options);
  const libraries = dirname(compiler.getDefaultLibFilePath(config.options)).split(sep).join("/") + "/";
  keepLibraries(host, libraries);
  resolveOwnPackages(compiler, host, { folder, options: config.options });
  leaveLargeJsonUntyped(compiler, host);
  const program = compiler.createProgram({ rootNames, options: config.options, host });
  const own = rootNames.flatMap((name) => {
    const file = program.getSourceFile(name);
    return file ? [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)] : [];
  });
  // What is wrong inside of a package is not the author's.
  const diagnostics = [...config.errors, ...program.getOptionsDiagnostics(), ...own];
  return {
    faults: diagnostics.map((diagnostic) => faultOf(compiler, diagnostic, folder)),
    files: [
      ...config.extended,
      ...program
        .getSourceFiles()
        .map(({ fileName }) => fileBehind(fileName))
        .filter((file) => !file.startsWith(libraries)),
    ],
  };
}

/** The compiler's own libraries, which take longer to read than all else, by path and language version. */
const readLibraries = new Map<string, ts.SourceFile | undefined>();

function keepLibraries(host: ts.CompilerHost, libraries: string): void {
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (file, language, ...rest) => {
    if (!file.startsWith(libraries)) return read(file, language, ...rest);
    const version = typeof language === "object" ? language.languageVersion : language;
    const key = `${version} ${file}`;
    if (!readLibraries.has(key)) readLibraries.set(key, read(file, language, ...rest));
    return readLibraries.get(key);
  };
}

/** The nearest `tsconfig.json` upwards from the environment; without one, what a modern project would say. */
function readConfig(
  compiler: typeof ts,
  folder: string,
): { options: ts.CompilerOptions; errors: ts.Diagnostic[]; extended: string[] } {
  const file = compiler.findConfigFile(folder, (path) => existsSync(path));
  const source = compiler.readJsonConfigFile(file ?? join(folder, "tsconfig.json"), (path) =>
    file === undefined ? JSON.stringify(projectTsconfig) : readFileSync(path, "utf8"),
  );
  const parsed = compiler.parseJsonSourceFileConfigFileContent(
    source,
    compiler.sys,
    dirname(source.fileName),
  );
  const errors = parsed.errors
    // Which files are looked at is decided here: those of the environment.
    .filter(({ code }) => code !== noInputs);
  return {
    options: { ...parsed.options, noEmit: true, incremental: false, composite: false, skipLibCheck: true },
    errors,
    extended: source.extendedSourceFiles ?? [],
  };
}

/** The compiler's code for a configuration that includes no files. */
const noInputs = 18003;

/** Lets `@silo/*` be found here where the project has none of its own. */
function resolveOwnPackages(
  compiler: typeof ts,
  host: ts.CompilerHost,
  { folder, options }: { folder: string; options: ts.CompilerOptions },
): void {
  const here = fileURLToPath(import.meta.url);
  const cache = compiler.createModuleResolutionCache(
    folder,
    (file) => host.getCanonicalFileName(file),
    options,
  );
  host.resolveModuleNameLiterals = (literals, containingFile, redirected, optionsOfFile, sourceFile) =>
    literals.map((literal) => {
      const { text } = literal;
      const [scope, name] = text.split("/");
      const isOwn =
        scope === "@silo" && name !== undefined && !isInstalled(`@silo/${name}`, dirname(containingFile));
      return compiler.resolveModuleName(
        text,
        isOwn ? here : containingFile,
        optionsOfFile,
        host,
        cache,
        redirected,
        compiler.getModeForUsageLocation(sourceFile, literal, optionsOfFile),
      );
    });
}

function faultOf(compiler: typeof ts, diagnostic: ts.Diagnostic, folder: string): TypeFault {
  const text = compiler.flattenDiagnosticMessageText(diagnostic.messageText, "\n");
  const message = `TS${diagnostic.code}: ${text.replaceAll(/\s*\n\s*/g, " ")}`;
  const { file, start } = diagnostic;
  if (!file || start === undefined) return { message };
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  const path = relative(folder, file.fileName).split(sep).join("/");
  return { message, file: path, line: line + 1, column: character + 1 };
}

/** Paths of the environment's TypeScript files, relative to its folder, in code-unit order. */
function sourceFiles(folder: string): string[] {
  const walk = (below: string): string[] =>
    listEntries(join(folder, below)).flatMap(({ name, isFolder }) => {
      const path = below === "" ? name : `${below}/${name}`;
      if (isFolder) return name === "node_modules" ? [] : walk(path);
      return /\.[cm]?tsx?$/.test(name) ? [path] : [];
    });
  return walk("").sort();
}

function listEntries(folder: string): { name: string; isFolder: boolean }[] {
  const visible = new Set(listFolder(folder));
  return (
    readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => visible.has(name))
      // What a link leads to, or does not, is not of this environment.
      .filter((entry) => !entry.isSymbolicLink())
      .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
  );
}

/** The configuration files that may have a say: every `tsconfig.json` from the environment upwards. */
function configTexts(folder: string): string[] {
  const texts: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, "tsconfig.json");
    if (existsSync(file)) texts.push(file, readFileSync(file, "utf8"));
    if (dirname(at) === at) return texts;
  }
}

function readCache(file: string): Cached | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Cached;
  } catch {
    return undefined;
  }
}

/** An answer that cannot be kept is found again the next time. */
function writeCache(file: string, cached: Cached): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    replaceFile(file, JSON.stringify(cached));
  } catch {
    return;
  }
}

function hashOfFile(file: string): string | undefined {
  try {
    return hash(readFileSync(file));
  } catch {
    return undefined;
  }
}

function hash(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}
