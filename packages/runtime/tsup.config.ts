import { library } from "../../tsup.base.js";

export default library("runtime", {
  entry: ["src/index.ts", "src/agent-process.ts", "src/world-process.ts"],
  // Only the index is imported by others; the two processes are started by path.
  dts: { entry: "src/index.ts" },
  platform: "node",
  shims: true,
  splitting: true,
});
