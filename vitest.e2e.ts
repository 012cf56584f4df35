import { defineConfig, mergeConfig } from "vitest/config";
import { base } from "./vitest.base.js";

/** Tests of what is built: the `silo` binary, packed tarballs, the README. They need `pnpm build` first. */
export default mergeConfig(
  base,
  defineConfig({
    test: {
      include: ["**/test/**/*.test.ts"],
      exclude: ["**/node_modules/**", "**/dist/**"],
      testTimeout: 180_000,
      hookTimeout: 180_000,
    },
  }),
);
