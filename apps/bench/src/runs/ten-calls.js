/**
 * Five calls that read and five that write, of the world in `run-world.js`.
 * @param {import("@silo/runtime").AgentInput["callTool"]} callTool
 * @param {() => unknown} [before] Awaited before each call.
 */
export async function makeTenCalls(callTool, before = () => undefined) {
  for (let lead = 0; lead < 5; lead += 1) {
    const input = { leadId: `lead_${lead * 7}`, stage: "won", amount: lead + 1 };
    for (const tool of ["compare_lead", "move_lead"]) {
      await before();
      await callTool(tool, input);
    }
  }
}
