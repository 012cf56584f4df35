import { library } from "../../tsup.base.js";

// The command is only ever run, so it has one format and no declarations. yargs and picocolors are bundled: starting
// is faster, and users install less.
export default library("cli", {
  entry: ["src/main.ts"],
  format: ["esm"],
  platform: "node",
  dts: false,
  splitting: true,
});
