import { type Infer, s } from "@silo/schema-validate";

export const findingSchema = s.object({
  level: s.enumeration(["error", "warning"]),
  code: s.string(),
  message: s.string(),
  file: s.optional(s.string({ description: "Relative to the environment" })),
  line: s.optional(s.integer({ minimum: 1 })),
  column: s.optional(s.integer({ minimum: 1 })),
  suggestion: s.optional(s.string()),
});

/** One thing that validation found (contract S5). */
export type Finding = Infer<typeof findingSchema>;

/** The report of `validate` (contract S5). `ok` is true when no finding is an error. */
export const validationReportSchema = s.object(
  {
    environment: s.string(),
    ok: s.boolean(),
    findings: s.array(findingSchema),
    counts: s.object({
      data: s.integer({ minimum: 0 }),
      tasks: s.integer({ minimum: 0 }),
      tools: s.integer({ minimum: 0 }),
      verifiers: s.integer({ minimum: 0 }),
    }),
  },
  { $id: "urn:silo:validation-report:1", title: "Silo validation report" },
);

export type ValidationReport = Infer<typeof validationReportSchema>;
