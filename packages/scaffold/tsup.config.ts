import { library } from "../../tsup.base.js";

export default library("scaffold", { platform: "node", shims: true });
