import { library } from "../../tsup.base.js";

export default library("artifacts", { platform: "node" });
