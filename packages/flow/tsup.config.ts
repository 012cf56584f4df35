import { library } from "../../tsup.base.js";

const kinds = ["api", "db", "llm", "mcp"];

export default library("flow", {
  entry: {
    index: "src/index.ts",
    agent: "src/agent.ts",
    ...Object.fromEntries(kinds.map((kind) => [kind, `src/${kind}/index.ts`])),
  },
  platform: "node",
  shims: true,
  // All entries use one copy of the code.
  splitting: true,
});
