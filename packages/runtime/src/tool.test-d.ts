import { s } from "@silo/schema-validate";
import type { Agent } from "./agent.js";
import { defineTool, toolsFor, type Tool, type ToolInput } from "./tool.js";

interface State {
  deals: Record<string, { id: string; amount: number }>;
}

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<_Proof extends true>(): void {}

// The plain form: `input` is whatever the author says it is.
export const plain = defineTool<State>({
  name: "get_deal",
  description: "Gets a deal.",
  inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
  run(state, input) {
    same<Same<typeof input, ToolInput>>();
    return state.deals[input["id"] as string]?.amount;
  },
});
same<Same<typeof plain, Tool<State>>>();

const defineDealTool = toolsFor<State>();

// `input` follows from the builders …
export const built = defineDealTool({
  name: "set_amount",
  description: "Sets the amount.",
  inputSchema: s.object({
    id: s.string(),
    amount: s.optional(s.number()),
    stage: s.enumeration(["won", "lost"]),
  }),
  run(state, input) {
    same<Same<typeof input.id, string>>();
    same<Same<typeof input.amount, number | undefined>>();
    same<Same<typeof input.stage, "won" | "lost">>();
    same<Same<typeof state, State>>();
    // @ts-expect-error not declared
    return input.other as unknown;
  },
});

// … and from JSON Schema as it is written.
export const written = defineDealTool({
  name: "list_deals",
  description: "Lists deals.",
  inputSchema: {
    type: "object",
    properties: { stage: { enum: ["won", "lost"] }, limit: { type: "integer" } },
    required: ["limit"],
  },
  async run(_state, { stage, limit }) {
    same<Same<typeof limit, number>>();
    same<Same<typeof stage, "won" | "lost" | undefined>>();
    return Promise.resolve([stage, limit]);
  },
});

// Tools of one state stand in one list, and not in a list of another.
export const tools: Tool<State>[] = [plain, built, written];
// @ts-expect-error tools of another state
export const others: Tool<{ leads: string[] }>[] = tools satisfies Tool<State>[];

// @ts-expect-error a description is required
defineTool<State>({ name: "x", inputSchema: { type: "object" }, run: () => null });
// @ts-expect-error no effect of this name
defineTool<State>({ ...plain, effect: "delete" });

// An agent that declares its contract itself (contract T6).
export const agent: Agent = async function agent(input: {
  task: string;
  tools: Array<{ name: string; description: string; inputSchema: Record<string, unknown> }>;
  callTool: (name: string, input: unknown) => Promise<{ output: unknown; isError?: boolean }>;
  signal: AbortSignal;
}): Promise<{ output: unknown }> {
  const { output, isError } = await input.callTool(input.tools[0]?.name ?? "", {});
  return { output: isError ? input.signal.aborted : output };
};
