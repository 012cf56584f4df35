import { agentText, siloError } from "@silo/errors";
import { requireSafeName, unsafeReason } from "./safe-name.js";

/** What a tool or verifier is called where code names it. */
export interface CodeNames {
  /** The file in its folder, without its extension. */
  file: string;
  /** What the file exports and the barrel imports: an ASCII identifier that is valid in every module. */
  identifier: string;
}

// Providers of models take letters, digits, _ and -; servers of tools also use dots between words.
const toolName = /^[A-Za-z0-9](?:[A-Za-z0-9_-]|\.(?=[A-Za-z0-9]))*$/;

/**
 * The names in code of a tool that agents call `name`: a file in kebab-case, an identifier in camelCase. Throws
 * `unsafe_name` (contract S3).
 */
export function toolNames(name: string): CodeNames {
  const file = typeof name === "string" ? wordsOf(name).join("-").toLowerCase() : "";
  const reason = unsafeToolReason(name) ?? unsafeFileReason(file);
  if (reason) throw unsafeName(name, { kind: "a tool", reason });
  return { file, identifier: identifierOf(wordsOf(name), "tool") };
}

/** The names in code of a verifier: its file is called as its id is. Throws `unsafe_name`. */
export function verifierNames(id: string): CodeNames {
  requireSafeName(id, "a verifier");
  const reason = unsafeFileReason(id);
  if (reason) throw unsafeName(id, { kind: "a verifier", reason });
  return { file: id, identifier: identifierOf(wordsOf(id), "verifier") };
}

/** Throws `unsafe_name` for a type name that no module can export. */
export function requireTypeName(name: string): void {
  const reason = unsafeTypeReason(name);
  if (reason) throw unsafeName(name, { kind: "a state type", reason });
}

function unsafeToolReason(name: string): string | undefined {
  if (typeof name === "string" && toolName.test(name)) return unsafeReason(name.replaceAll(".", "-"));
  const reason = unsafeReason(name);
  return reason?.startsWith("only letters") !== false
    ? "only letters, digits, underscores, hyphens and single dots between them are allowed, and the first must be a letter or a digit"
    : reason;
}

function unsafeFileReason(file: string): string | undefined {
  if (file.toLowerCase() === "index") return "index.ts is the file that lists all the others";
  return file === "" ? undefined : unsafeReason(file);
}

function unsafeTypeReason(name: string): string | undefined {
  if (typeof name !== "string") return "it is not a text";
  if (name === "") return "it is empty";
  if (name.length > 64) return `it has ${name.length} characters, more than 64`;
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)) {
    return "only letters, digits, _ and $ are allowed, and the first must not be a digit";
  }
  return reserved.has(name) || typeWords.has(name) ? "it is a word of the language" : undefined;
}

function unsafeName(name: string, { kind, reason }: { kind: string; reason: string }): Error {
  return siloError("unsafe_name", { name: agentText(name, { max: 80 }), kind, reason });
}

/** `list_todos`, `list-todos`, `list.todos`, `listTodos` and `ListTodos` have the same words. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .split(/[ ._-]+/)
    .filter((word) => word !== "");
}

function identifierOf(words: string[], kind: "tool" | "verifier"): string {
  const camel = camelCase(words);
  return /^[0-9]/.test(camel) || reserved.has(camel) || used.has(camel) ? camelCase([kind, ...words]) : camel;
}

function camelCase(words: string[]): string {
  return words
    .map((word, index) => {
      const lower = word.toLowerCase();
      return index === 0 ? lower : lower.charAt(0).toUpperCase() + lower.slice(1);
    })
    .join("");
}

// Words that no binding of a module may have, in JavaScript or for the compiler; the last line where it emits CommonJS.
const reserved = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null package private protected public return
  static super switch this throw true try typeof var void while with yield undefined globalThis
  require exports module`.split(/\s+/),
);

const typeWords = new Set(
  "any bigint boolean never number object string symbol type unknown asserts infer is keyof readonly unique".split(
    " ",
  ),
);

/** What the generated files import or declare, and what barrels export. */
const used = new Set([
  "check",
  "defineTool",
  "defineVerifier",
  "s",
  "toolError",
  "tools",
  "toolsFor",
  "verifiers",
]);
