import { describe, expect, it } from "vitest";
import { runNotes } from "../test/run-notes.js";

const before = { name: "anna", variables: { count: 1 }, outputs: ["earlier"] };

describe("a run of a conversation", () => {
  it("gives the agent what it has come to, and has in its outcome what it comes to", async () => {
    let given: unknown;
    const outcome = await runNotes(
      ({ conversation }) => {
        given = conversation;
        return { output: "later", variables: { count: 2 } };
      },
      { conversation: before },
    );
    expect(given).toEqual({ variables: { count: 1 }, outputs: ["earlier"] });
    expect(outcome.conversation).toEqual({ variables: { count: 2 }, outputs: ["earlier", "later"] });
    expect(outcome.run.config.conversation).toEqual(before);
  });

  it("keeps the variables of an agent that says nothing of them", async () => {
    const outcome = await runNotes(() => ({ output: "later" }), { conversation: before });
    expect(outcome.conversation).toEqual({ variables: { count: 1 }, outputs: ["earlier", "later"] });
  });

  it.each<[string, Parameters<typeof runNotes>[0]]>([
    [
      "throws",
      () => {
        throw new Error("no");
      },
    ],
    ["gives up", ({ fail }) => fail("no")],
    ["asks", ({ ask }) => ask("who?")],
    ["leaves variables that are none", () => ({ output: "x", variables: ["no"] }) as never],
  ])("leaves it as it was where the agent %s", async (_name, agent) => {
    const outcome = await runNotes(agent, { conversation: before });
    expect(outcome.run.terminationReason).not.toBe("completed");
    expect(outcome.conversation).toBeUndefined();
  });

  it("is none where the run belongs to none", async () => {
    let given: unknown = "nothing";
    const outcome = await runNotes(({ conversation }) => void (given = conversation));
    expect([given, outcome.conversation, "conversation" in outcome.run.config]).toEqual([
      undefined,
      undefined,
      false,
    ]);
  });
});
