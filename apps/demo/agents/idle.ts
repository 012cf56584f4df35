import type { Agent } from "@silo/runtime";

/** Does nothing, and says that all is well. It must not be paid for that. */
const agent: Agent = async () => ({ output: "Done." });

export default agent;
