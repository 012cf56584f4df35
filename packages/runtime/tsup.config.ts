import { library } from "../../tsup.base.js";

const entry = ["src/index.ts", "src/limits.ts", "src/failure.ts"];
// They are started by path, and imported by nobody.
const processes = ["src/agent-process.ts", "src/world-process.ts", "src/proof-process.ts"];

// The processes load no more than they need, so the build is split. Its CommonJS is replaced: see tsup.cjs.config.ts.
export default library("runtime", {
  entry: [...entry, ...processes],
  dts: { entry },
  platform: "node",
  shims: true,
  splitting: true,
});
