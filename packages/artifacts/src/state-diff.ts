import { type Infer, s } from "@silo/schema-validate";

const ids = s.array(s.string());

/**
 * `state-diff.json` (contract A2, A3): `collections` lists ids of entities, `scalars` every other place,
 * with a dotted `field`; one that came has no `from`, one that went no `to`. Only what differs is listed.
 */
export const stateDiffSchema = s.object(
  {
    scalars: s.array(s.object({ field: s.string(), from: s.optional(s.json()), to: s.optional(s.json()) })),
    collections: s.record(s.object({ added: ids, removed: ids, changed: ids })),
  },
  { $id: "urn:silo:state-diff:1", title: "Silo state diff" },
);

export type StateDiff = Infer<typeof stateDiffSchema>;
