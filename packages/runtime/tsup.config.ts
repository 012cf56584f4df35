import { library } from "../../tsup.base.js";

export default library("runtime", { platform: "node", shims: true });
