import { defineConfig, mergeConfig } from "vitest/config";
import { base } from "./vitest.base.js";

/** Tests that stand beside their sources. Used from the root and, with `--config`, inside a package. */
export default mergeConfig(
  base,
  defineConfig({
    test: { include: ["**/{src,templates}/**/*.test.ts"], exclude: ["**/node_modules/**", "**/dist/**"] },
  }),
);
