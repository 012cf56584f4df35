export { canonicalJson } from "./canonical-json.js";
export {
  compareRuns,
  type CallDifference,
  type Difference,
  type NamedDifference,
  type PlaceChange,
  type RecordedCall,
  type RunComparison,
} from "./compare-runs.js";
export {
  conversationFormatVersion,
  conversationSchema,
  readConversation,
  type ConversationStart,
  type StoredConversation,
} from "./conversation.js";
export {
  changedPlaces,
  describeChanges,
  diffStates,
  type EntityChange,
  type StateChanges,
} from "./diff-states.js";
export { formatRecord, formatResult, formatStateDiff } from "./format-record.js";
export { guardStorage } from "./guard-storage.js";
export { jsonCopy, type JsonValue } from "./json-copy.js";
export { findRun, listRuns, type ListRunsOptions, type RunSummary } from "./list-runs.js";
export { manifestSchema, type EnvironmentManifest } from "./manifest.js";
export { pruneRuns, type PruneOptions } from "./prune-runs.js";
export { pairCalls, type PairedCall } from "./pair-calls.js";
export { parseJson } from "./read-json.js";
export { readResult, readRun, readStateDiff, type StoredRun } from "./read-run.js";
export { readRunRecord } from "./read-run-record.js";
export { readTrace, type Trace } from "./read-trace.js";
export {
  checkSchema,
  resultSchema,
  terminationReasons,
  verdicts,
  type CheckRecord,
  type RunResult,
  type TerminationReason,
  type Verdict,
} from "./result.js";
export { createFile, replaceFile } from "./replace-file.js";
export { createRunFolder, makeRunId, type LogName, type RunFolder } from "./run-folder.js";
export { maxLogBytes } from "./run-log.js";
export {
  failureSchema,
  formatVersion,
  hashesSchema,
  runConfigSchema,
  runSchema,
  type RunConfig,
  type RunFailure,
  type RunHashes,
  type RunRecord,
} from "./run.js";
export { stateDiffSchema, type StateDiff } from "./state-diff.js";
export { taskSchema, type SiloTask } from "./task.js";
export {
  modelStepSchema,
  stepErrorSchema,
  stepSchema,
  traceEventSchema,
  type AgentStep,
  type ModelStep,
  type StepError,
  type ToolDescriptor,
  type TraceEvent,
  type TraceEventBody,
  type TraceEventOf,
} from "./trace.js";
export {
  findingSchema,
  validationReportSchema,
  type Finding,
  type ValidationReport,
} from "./validation-report.js";
