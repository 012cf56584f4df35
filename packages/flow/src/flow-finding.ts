/** Something that would make a run of a flow fail, and can be known before it. */
export interface FlowFinding {
  code: FlowFindingCode;
  /** What is wrong and what would be right, in a sentence that can stand alone. */
  message: string;
  /** What the flow uses it for: `api`, `db`, `llm`, `mcp`; left out where it is about the flow itself. */
  kind?: string;
  profile?: string;
  /** Dotted, below the profile. */
  field?: string;
  /** The line that mends it. */
  command?: string;
}

export type FlowFindingCode =
  | "address_invalid"
  | "definition_invalid"
  | "dependency_missing"
  | "profile_invalid"
  | "prompt_invalid"
  | "tool_unknown"
  | "variable_missing"
  | "variable_unset";
