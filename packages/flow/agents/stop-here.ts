import { defineFlow } from "@silo/flow";

const flow = defineFlow({
  name: "opening-hours",
  version: "1.0.0",
  async main(flow) {
    try {
      await flow.step("open", () => flow.fail("We are closed until Monday."));
    } catch {
      await flow.step("anyway", () => console.log("This is never printed."));
    }
  },
  onError: (flow) => flow.output("Nor is this ever answered."),
});

const run = flow({
  task: "Are you open?",
  tools: [],
  callTool: () => Promise.resolve({ output: null }),
});
console.log(await run.catch((error: Error) => error.message));
