import { library } from "../../tsup.base.js";

export default library("artifacts", {
  platform: "node",
  entry: { index: "src/index.ts", json: "src/json.ts" },
  // Both entries use one copy of the code.
  splitting: true,
});
