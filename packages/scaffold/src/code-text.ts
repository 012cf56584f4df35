/**
 * A text as a string literal of TypeScript that means exactly that text, and that neither a quote nor a line end nor a
 * mark that turns the direction of writing can end or disguise (contract S3). Lone surrogates are written as escapes.
 */
export function codeText(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A property whose value is a text, on two lines where one would be too long. */
export function textProperty(name: string, text: string): string {
  const line = `  ${name}: ${codeText(text)},`;
  return line.length <= 80 ? line : `  ${name}:\n    ${codeText(text)},`;
}

/** The import of a state type from `module`, under a name that none of `taken` has. */
export function stateImport(
  type: string,
  { module, taken }: { module: string; taken: readonly string[] },
): {
  line: string;
  name: string;
} {
  const name = taken.includes(type) ? "State" : type;
  const imported = name === type ? type : `${type} as ${name}`;
  return { line: `import type { ${imported} } from ${codeText(module)};`, name };
}
