import { type Infer, s } from "@silo/runtime";

/** What a run of one task must leave: `data/targets.json` has one for each task. */
export const targetSchema = s.object({
  /** Of the verifier. */
  id: s.string(),
  taskId: s.string(),
  name: s.string(),
  /** The records that differ from the start, each as it is to be in the end; without a value it is to be gone. */
  changes: s.array(
    s.object({
      collection: s.enumeration(["products", "users", "orders"]),
      id: s.string(),
      value: s.optional(s.record(s.json())),
    }),
  ),
  /** What the customer wants to be told. It does not decide: the benchmark grades the state. */
  told: s.array(s.string()),
});

export type Target = Infer<typeof targetSchema>;
