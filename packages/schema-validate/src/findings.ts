import type { DefinitionFinding } from "@silo/errors";
import { pathText } from "./message-text.js";
import type { PathSegment } from "./problem.js";

/** How many findings are kept: who has more of them is helped by the first. */
const LIMIT = 100;

/**
 * Collects what is wrong with a schema. A *fault* leaves a schema that cannot be enforced and is an error whoever wrote
 * it; a *mistake* is an error of one's own schema and a warning about a foreign one; a *doubt* is always a warning.
 */
export class Findings {
  readonly #isOwn: boolean;
  readonly errors: DefinitionFinding[] = [];
  readonly warnings: DefinitionFinding[] = [];

  constructor(origin: "own" | "foreign") {
    this.#isOwn = origin === "own";
  }

  fault(path: readonly PathSegment[], message: string, code = "schema_invalid"): void {
    add(this.errors, path, message, code);
  }

  mistake(path: readonly PathSegment[], message: string, code = "schema_mistake"): void {
    add(this.#isOwn ? this.errors : this.warnings, path, message, code);
  }

  doubt(path: readonly PathSegment[], message: string, code = "schema_doubt"): void {
    add(this.warnings, path, message, code);
  }
}

function add(list: DefinitionFinding[], path: readonly PathSegment[], message: string, code: string): void {
  if (list.length >= LIMIT) return;
  const place = pathText(path);
  list.push({ path: place, message: place === "" ? message : `"${place}" ${message}`, code });
}
