import { check, defineVerifier, type SiloVerifier } from "./verifier.js";

interface State {
  deals: { id: string; open: boolean }[];
}

// The plain form.
export const verifier: SiloVerifier<State> = defineVerifier<State>({
  id: "VER-1",
  taskId: "TASK-1",
  name: "V",
  check(finalState, initialState, context) {
    const open: boolean = finalState.deals.every((deal) => deal.open);
    const count: number = initialState.deals.length;
    const answer: string = context.agentOutput + context.task.title + context.trace.length;
    return [check("all open", open, `${count} ${answer}`)];
  },
});

export const later = defineVerifier<State>({
  ...verifier,
  check: async () => Promise.resolve([check("a", true)]),
});

// @ts-expect-error a verifier grades one task
defineVerifier<State>({ id: "VER-1", name: "V", check: () => [] });

// @ts-expect-error a verdict is no list of checks
defineVerifier<State>({ ...verifier, check: () => true });

// @ts-expect-error `passed` is true or false
check("a", "yes");
