/** Something that is wrong with the worlds of an environment. */
export interface InspectionFinding {
  code:
    | "state_failed"
    | "state_not_json"
    | "state_not_repeatable"
    | "state_shared"
    | "tools_failed"
    | "tool_duplicate"
    | "schema_doubtful";
  message: string;
  suggestion?: string;
}
