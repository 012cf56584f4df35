import { library } from "../../tsup.base.js";

export default library("errors", {
  entry: {
    index: "src/index.ts",
    nearest: "src/nearest.ts",
    "error-from-json": "src/error-from-json.ts",
    explain: "src/explain/index.ts",
  },
  // All entries use one copy of the classes.
  splitting: true,
  // The package has no dependency: the edit distance becomes part of it.
  noExternal: ["fastest-levenshtein"],
  esbuildOptions(options) {
    options.mainFields = ["module", "main"];
  },
});
