import { library } from "../../tsup.base.js";

export default library("flow", { platform: "node", shims: true });
