import { defaultServerConditions } from "vite";
import type { ViteUserConfig } from "vitest/config";

/** What the unit tests and the end-to-end tests have in common: sources are tested without a build, but for the processes of isolated runs, which start with what is built. */
export const base: ViteUserConfig = {
  ssr: { resolve: { conditions: ["@silo/source", ...defaultServerConditions] } },
  // vitest leaves one core free by default, which is half of a small machine.
  test: { environment: "node", passWithNoTests: false, maxWorkers: "100%", testTimeout: 30_000 },
};
