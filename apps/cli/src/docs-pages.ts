import { readdirSync, readFileSync } from "node:fs";

// The build copies them beside the command, so that what is read belongs to the version that reads it.
const folder = new URL("./docs/", import.meta.url);

/** The names of the pages that `silo docs` prints, in code-unit order. */
export function docsTopics(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.slice(0, -".md".length))
    .sort();
}

/** The text of a page, which is Markdown. */
export function docsPage(topic: string): string {
  return readFileSync(new URL(`${topic}.md`, folder), "utf8");
}
