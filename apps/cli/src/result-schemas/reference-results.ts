import { s } from "@silo/schema-validate";

const siloCode = s.object(
  {
    vocabulary: s.literal("silo"),
    code: s.string(),
    meaning: s.string(),
    category: s.enumeration(["input", "auth", "state", "runtime", "internal"]),
    exitCode: s.integer(),
    isRetryable: s.boolean(),
    message: s.string({ description: "With {name} for its parameters" }),
    suggestion: s.object({
      action: s.enumeration(["check", "retry", "fix", "escalate"]),
      fix: s.string(),
      example: s.optional(s.string()),
      applicability: s.optional(s.enumeration(["always", "sometimes", "if_interactive"])),
    }),
    parameters: s.array(s.string()),
    since: s.string({ description: "A version of @silo/errors" }),
    causes: s.array(s.string(), { description: "The likeliest first" }),
    remedy: s.string(),
    example: s.object({ parameters: s.record(s.json()), output: s.string() }),
  },
  { title: "A code of Silo itself, for authors" },
);

const toolCode = s.object(
  {
    vocabulary: s.enumeration(["agent", "host"]),
    code: s.string(),
    meaning: s.string(),
    raisedBy: s.enumeration(["tool", "host", "tool or host"]),
    advice: s.string(),
  },
  { title: "A code of a failed tool call" },
);

const code = s.union([siloCode, toolCode]);

/** What the commands give that explain Silo. */
export const referenceResults = {
  explain: s.union([s.object({ codes: s.array(code) }, { title: "Without CODE" }), siloCode, toolCode]),
  docs: s.union([
    s.object({ topic: s.string(), title: s.string(), text: s.string({ description: "Markdown" }) }),
    s.object(
      { pages: s.array(s.object({ topic: s.string(), title: s.string() })) },
      { title: "With --list" },
    ),
  ]),
  completion: s.union([
    s.object({ shell: s.enumeration(["bash", "zsh", "fish"]), script: s.string() }),
    s.object(
      { candidates: s.array(s.object({ word: s.string(), describe: s.string() })) },
      { title: "What the scripts ask for" },
    ),
  ]),
};

/** What `silo` gives where no command is run. */
export const ownResult = s.union([
  s.object({ version: s.string() }, { title: "With --version" }),
  s.object({ help: s.string() }, { title: "With --help" }),
  s.object({ schema: s.record(s.json()) }, { title: "With --schema" }),
]);
