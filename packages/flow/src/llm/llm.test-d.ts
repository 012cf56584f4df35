import { s } from "@silo/schema-validate";
import { defineFlow } from "../flow.js";
import { llm } from "./llm.js";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<_Proof extends true>(): void {}

const models = llm(
  { main: { baseUrl: "https://models.example/v1", model: "tiny" } },
  {
    chat: {
      system: "You work for {{shop}}.",
      user: "{{question}}",
      variables: ["shop", "question"],
      tools: { environment: true, functions: ["lookup"] },
    },
    rate: { user: "Rate it", answer: s.object({ stars: s.integer() }) },
  },
);

export const flow = defineFlow({
  name: "orders",
  version: "1.0.0",
  use: { llm: models },
  functions: {
    lookup: {
      description: "Looks up an order",
      args: s.object({ id: s.string() }),
      run: async (flow) => flow.llm("again", { profile: "main", prompt: "rate" }),
    },
  },
  async main(flow) {
    const _text = await flow.llm("answer", {
      profile: "main",
      prompt: "chat",
      variables: { shop: "Oma's", question: { any: ["JSON"] } },
    });
    same<Same<typeof _text, string>>();
    const _rating = await flow.llm("rating", { profile: "main", prompt: "rate" }, { onError: () => null });
    same<Same<typeof _rating, { stars: number } | null>>();

    // @ts-expect-error no such profile
    await flow.llm("answer", { profile: "mian", prompt: "rate" });
    // @ts-expect-error no such prompt
    await flow.llm("answer", { profile: "main", prompt: "chap" });
    // @ts-expect-error its variables are missing
    await flow.llm("answer", { profile: "main", prompt: "chat" });
    // @ts-expect-error one of its variables is missing
    await flow.llm("answer", { profile: "main", prompt: "chat", variables: { shop: "s" } });
    // @ts-expect-error it has no variables
    await flow.llm("answer", { profile: "main", prompt: "rate", variables: { shop: "s" } });
    // @ts-expect-error it does not use that
    await flow.db("rows", {});
  },
});

export const wrong = defineFlow({
  name: "wrong",
  version: "1.0.0",
  // @ts-expect-error the flow has no function that is named lookup
  use: { llm: models },
  functions: { lookUp: { run: () => null } },
  main: () => undefined,
});

// @ts-expect-error a profile names a model
llm({ main: { baseUrl: "https://models.example/v1" } }, {});
// @ts-expect-error a prompt says something
llm({}, { chat: { system: "You are nobody." } });
