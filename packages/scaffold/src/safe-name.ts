import { agentText, siloError } from "@silo/errors";

const allowed = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;
const maxLength = 64;

// Windows gives these to devices, with any extension and in any case.
const reserved = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/i;

/**
 * Makes sure that a name can become a path and a part of code on every system (contract S3). `kind` says in the
 * message what is named, with its article. Throws `unsafe_name`.
 */
export function requireSafeName(name: string, kind: string): void {
  const reason = unsafeReason(name);
  if (reason) throw siloError("unsafe_name", { name: agentText(name, { max: 80 }), kind, reason });
}

/** Why a name is not safe; undefined where it is. */
export function unsafeReason(name: string): string | undefined {
  if (typeof name !== "string") return "it is not a text";
  if (name === "") return "it is empty";
  if (name.length > maxLength) return `it has ${name.length} characters, more than ${maxLength}`;
  if (/[/\\]/.test(name)) return "it holds a path separator and would leave its folder";
  if (!allowed.test(name)) {
    return "only letters, digits, hyphens and underscores are allowed, and the first must be a letter or a digit";
  }
  if (reserved.test(name)) return "it is reserved for a device on Windows";
  if (name.toLowerCase() === "node_modules")
    return "it is reserved for packages, and would not be type-checked";
  return undefined;
}
