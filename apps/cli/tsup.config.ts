import { library } from "../../tsup.base.js";

// The command is only ever run, so it has one format and no declarations. yargs and picocolors are bundled: starting
// is faster, and users install less. cli-progress is CommonJS that requires Node's modules, which a bundle cannot.
export default library("cli", {
  entry: ["src/main.ts"],
  format: ["esm"],
  platform: "node",
  dts: false,
  splitting: true,
});
