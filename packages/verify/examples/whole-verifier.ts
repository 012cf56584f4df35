import {
  check,
  defineVerifier,
  grade,
  mentions,
  optional,
  otherChanges,
  type VerifierContext,
} from "@silo/verify";

interface State {
  now: string;
  opportunities: Record<string, { id: string; ownerId: string; amount: number }>;
}

const dealId = "OPP-005";

const verifier = defineVerifier<State>({
  id: "VER-001",
  taskId: "TASK-001",
  name: "One deal handed over",
  check(final, initial, { agentOutput, trace }) {
    // The agent may have deleted the deal: read on with `?.`, so that it fails a check and not the verifier.
    const deal = final.opportunities[dealId];
    const others = otherChanges(
      initial,
      final,
      { opportunities: { [dealId]: ["ownerId"] } },
      { ignore: ["now"] },
    );
    const calls = trace.filter(({ type }) => type === "tool_call").length;
    return [
      check("The deal has its new owner", deal?.ownerId === "USR-005", `Owner: ${deal?.ownerId ?? "none"}.`),
      check("Nothing else changed", others.length === 0, `Other changes: ${others.join(", ") || "none"}.`),
      check("The answer names the deal", mentions(agentOutput, dealId), `Answer: ${agentOutput}`),
      optional("It took at most three calls", calls <= 3, `Calls: ${calls}.`),
    ];
  },
});

const initialState: State = {
  now: "2026-09-15",
  opportunities: {
    "OPP-005": { id: "OPP-005", ownerId: "USR-004", amount: 900 },
    "OPP-006": { id: "OPP-006", ownerId: "USR-004", amount: 500 },
  },
};
const task = { id: "TASK-001", title: "Hand over a deal", instruction: "…", verifierId: "VER-001" };

/** What the verifier says of a run that changes the world with `act` and then answers. */
async function show(agentOutput: string, act: (state: State) => void): Promise<void> {
  const finalState = structuredClone(initialState);
  act(finalState);
  const context: VerifierContext = { agentOutput, task, trace: [] };
  const { reward, failedRequired } = await grade({ verifier, initialState, finalState, context });
  console.log(reward, failedRequired);
}

await show("", () => {});
await show("OPP-005 is handed over.", ({ opportunities }) => {
  opportunities["OPP-005"]!.ownerId = "USR-005";
});
await show("OPP-005 is handed over.", ({ opportunities }) => {
  for (const deal of Object.values(opportunities)) deal.ownerId = "USR-005";
});
await show("OPP-005 is gone.", ({ opportunities }) => {
  delete opportunities["OPP-005"];
});
