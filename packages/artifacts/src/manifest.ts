import { type Infer, s } from "@silo/schema-validate";

/** `silo.environment.json` (contract A1). `tools` are the packs named at `init`; they are only recorded. */
export const manifestSchema = s.object(
  {
    $schema: s.optional(s.string({ description: "The JSON Schema that editors complete this file from" })),
    name: s.string({ minLength: 1, description: "Environment name, matching the directory" }),
    template: s.string({ minLength: 1, description: "Which template it was scaffolded from" }),
    templateVersion: s.string({ minLength: 1, description: "The Silo version that scaffolded it" }),
    entrypoint: s.string({
      minLength: 1,
      description: "Module that exports the contract, relative to the environment",
    }),
    tools: s.array(s.string(), { description: "Tool packs chosen at init; recorded only" }),
    grants: s.optional(
      s.array(s.string(), { description: "Permissions that every run of this environment has" }),
    ),
  },
  { $id: "urn:silo:environment:1", title: "Silo environment manifest" },
);

export type EnvironmentManifest = Infer<typeof manifestSchema>;
