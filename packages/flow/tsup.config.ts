import { library } from "../../tsup.base.js";

export default library("flow", {
  entry: { index: "src/index.ts", llm: "src/llm/index.ts", agent: "src/agent.ts" },
  platform: "node",
  shims: true,
  // All entries use one copy of the code.
  splitting: true,
});
