import { library } from "../../tsup.base.js";

const kinds = ["api", "db", "llm", "mcp"];

const entry = {
  index: "src/index.ts",
  agent: "src/agent.ts",
  ...Object.fromEntries(kinds.map((kind) => [kind, `src/${kind}/index.ts`])),
};

export default library("flow", {
  // The thread is started by path, and imported by nobody.
  entry: { ...entry, "embedded-worker": "src/embedded-worker.ts" },
  dts: { entry },
  platform: "node",
  shims: true,
  // All entries use one copy of the code.
  splitting: true,
});
