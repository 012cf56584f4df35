import { library } from "../../tsup.base.js";

export default library("runtime", {
  entry: [
    "src/index.ts",
    "src/limits.ts",
    "src/agent-process.ts",
    "src/world-process.ts",
    "src/proof-process.ts",
  ],
  // The processes are started by path, and imported by nobody.
  dts: { entry: ["src/index.ts", "src/limits.ts"] },
  platform: "node",
  shims: true,
  splitting: true,
});
