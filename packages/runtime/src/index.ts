export { toolError } from "@silo/errors";
export { s, type Infer, type JsonSchema } from "@silo/schema-validate";
export { type AgentStep, type RunFailure, type SiloTask, type ToolDescriptor } from "@silo/artifacts";
export {
  called,
  calledBefore,
  changed,
  check,
  defineVerifier,
  mentions,
  neverCalled,
  numberIn,
  numbersIn,
  onlyChanged,
  optional,
  otherChanges,
  type SiloVerifier,
  type VerifierCheck,
  type VerifierContext,
} from "@silo/verify";
export {
  type Agent,
  type AgentAnswer,
  type AgentInput,
  type AgentReport,
  type AgentResultCode,
  type Conversation,
  type EndReport,
  type FailureReport,
  type StepReport,
  type ToolCallResult,
} from "./agent.js";
export { type DefinitionFault } from "./definition-faults.js";
export { type Environment, type EnvironmentHooks } from "./environment.js";
export { inspectAgent } from "./inspect-agent.js";
export { inspectEnvironment, type EnvironmentInspection } from "./inspect-environment.js";
export { type ToolFacts } from "./inspect-world.js";
export { isInstalled } from "./is-installed.js";
export { type RunLimits } from "./limits.js";
export { openProofSource, type Proof, type ProofOptions, type ProofSource } from "./proof/open-proof.js";
export { type ProvedTool, type ProvedWorld } from "./proof/proof-child.js";
export {
  type Observation,
  type ProvedCall,
  type ProvedRun,
  type Script,
  type ScriptCall,
} from "./proof/proved-run.js";
export { readRecordedRun, type RecordedRun } from "./recorded-run.js";
export { loadAgent, type LoadedAgent } from "./load-agent.js";
export { loadEnvironment, type LoadedEnvironment } from "./load-environment.js";
export { type RecordedAnswer } from "./recorded-calls.js";
export {
  replayRun,
  type Regrade,
  type Replay,
  type ReplayDifference,
  type ReplayOptions,
} from "./replay-run.js";
export { resolveModule } from "./resolve-module.js";
export { type RunOutcome } from "./run-outcome.js";
export {
  runSeries,
  type RunSeriesOptions,
  type SeriesOutcome,
  type SeriesRun,
  type SeriesTotals,
} from "./run-series.js";
export { runTask, type RunTaskOptions } from "./run-task.js";
export { type AgentSource, type Isolation } from "./stage.js";
export { type EnvironmentSource } from "./environment-here.js";
export { createRuntime, type ToolRuntime, type ToolRuntimeOptions } from "./tool-runtime.js";
export { defineTool, toolsFor, type Tool, type ToolInput, type ToolSchema, type TypedTool } from "./tool.js";
