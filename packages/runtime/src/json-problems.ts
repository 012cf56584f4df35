import type { compileSchema } from "@silo/schema-validate";
import type { FindProblems } from "./receive-arguments.js";

/**
 * Finds what keeps arguments from being JSON, as problems that can be put into words (contract V5, V6). The compiler is
 * handed in, because the process of an agent loads it only where it is needed.
 */
export function problemFinder(compile: () => typeof compileSchema): FindProblems {
  return (input) => compile()({}, { purpose: "output" }).check(input);
}
