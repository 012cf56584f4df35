export { toolError } from "@silo/errors";
export { s, type Infer, type JsonSchema } from "@silo/schema-validate";
export { type SiloTask, type ToolDescriptor } from "@silo/artifacts";
export {
  check,
  defineVerifier,
  optional,
  type SiloVerifier,
  type VerifierCheck,
  type VerifierContext,
} from "@silo/verify";
export { type Agent, type AgentInput, type ToolCallResult } from "./agent.js";
export { collectDefinitionFaults, type DefinitionFault } from "./definition-faults.js";
export { type Environment, type EnvironmentHooks } from "./environment.js";
export { isInstalled } from "./is-installed.js";
export { defaultLimits, limitNames, type RunLimits } from "./limits.js";
export { loadAgent, type LoadedAgent } from "./load-agent.js";
export { loadEnvironment, type LoadedEnvironment } from "./load-environment.js";
export { type RunOutcome } from "./run-outcome.js";
export { runTask, type RunTaskOptions } from "./run-task.js";
export { type AgentSource, type EnvironmentSource, type Isolation } from "./stage.js";
export { createRuntime, type ToolRuntime, type ToolRuntimeOptions } from "./tool-runtime.js";
export { defineTool, toolsFor, type Tool, type ToolInput, type ToolSchema, type TypedTool } from "./tool.js";
