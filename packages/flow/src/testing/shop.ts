import {
  check,
  defineTool,
  defineVerifier,
  runTask,
  toolError,
  type Agent,
  type Environment,
  type RunOutcome,
  type RunTaskOptions,
} from "@silo/runtime";

interface Shop {
  orders: Record<string, { id: string; status: string }>;
  notes: string[];
}

const any = { type: "object" } as const;

/** A world to run flows in: orders that can be looked up and sent, and notes. */
export const shop: Environment<Shop> = {
  createState: () => ({ orders: { "O-1": { id: "O-1", status: "new" } }, notes: [] }),
  bindTools: () => [
    defineTool<Shop>({
      name: "get_order",
      description: "Gets an order.",
      inputSchema: any,
      run: (state, { orderId }) => {
        const order = state.orders[String(orderId)];
        if (!order) throw toolError("not_found", `No order "${String(orderId)}".`);
        return order;
      },
    }),
    defineTool<Shop>({
      name: "add_note",
      description: "Adds a note.",
      inputSchema: any,
      run: (state, { text }) => ({ count: state.notes.push(String(text)) }),
    }),
  ],
  verifiers: [
    defineVerifier<Shop>({
      id: "VER-001",
      taskId: "TASK-001",
      name: "notes",
      check: (state, _initial, { agentOutput }) => [
        check("notes", state.notes.length > 0, `${state.notes.join(",")}|${agentOutput}`),
      ],
    }),
  ],
};

export const task = {
  id: "TASK-001",
  title: "Write a note",
  instruction: "Write a note about order O-1.",
  verifierId: "VER-001",
};

export function runShop(agent: Agent, options: Partial<RunTaskOptions> = {}): Promise<RunOutcome> {
  return runTask({ environment: shop, task, agent, ...options });
}

/** What the trace has, in its order, as `type path`, without what frames a run. */
export function storyOf({ trace }: RunOutcome): string[] {
  return trace.flatMap((event) => {
    switch (event.type) {
      case "tool_call":
        return [`tool ${event.path ?? "?"}`];
      case "step":
        return [`${event.command} ${event.path}${event.error ? " failed" : ""}`];
      case "failure":
        return [`${event.failure.handled ? "handled" : "failure"} ${event.failure.path}`];
      default:
        return [];
    }
  });
}
