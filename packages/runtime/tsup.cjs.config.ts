import { library } from "../../tsup.base.js";

// CommonJS that is split would `require` what an author's module must be imported with.
export default library("runtime", {
  entry: ["src/index.ts", "src/limits.ts", "src/failure.ts"],
  format: ["cjs"],
  dts: false,
  clean: false,
  platform: "node",
  shims: true,
});
