import type { Agent } from "@silo/runtime";

/** Does nothing and answers nothing. It must not be paid for that. */
const agent: Agent = async () => ({ output: "" });

export default agent;
