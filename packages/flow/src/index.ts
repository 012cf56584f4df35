export { s, type Infer, type JsonSchema } from "@silo/schema-validate";
export { defineFlow, type FlowDefinition } from "./flow.js";
export { FlowError, isFlowError } from "./flow-error.js";
export {
  type Caught,
  type CommandFacts,
  type CommandOptions,
  type Flow,
  type FlowAgent,
  type FlowHooks,
  type FlowInput,
  type FlowLimits,
  type Loop,
  type Recorded,
  type Refusal,
  type ToolCommand,
} from "./types.js";
export {
  type CommandFunction,
  type CommandKind,
  type CommandsOf,
  type FlowFacts,
  type KindCommand,
  type KindFault,
  type KindHost,
  type Need,
  type RecordedCommand,
} from "./command-kind.js";
export { type FlowFinding, type FlowFindingCode } from "./flow-finding.js";
