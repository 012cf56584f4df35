export { canonicalJson } from "./canonical-json.js";
export { changedPlaces, diffStates } from "./diff-states.js";
export { formatRecord, formatResult, formatStateDiff } from "./format-record.js";
export { guardStorage } from "./guard-storage.js";
export { jsonCopy, type JsonValue } from "./json-copy.js";
export { manifestSchema, type EnvironmentManifest } from "./manifest.js";
export { parseJson } from "./read-json.js";
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
export { createRunFolder, makeRunId, type RunFolder } from "./run-folder.js";
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
export { traceEventSchema, type ToolDescriptor, type TraceEvent, type TraceEventBody } from "./trace.js";
export {
  findingSchema,
  validationReportSchema,
  type Finding,
  type ValidationReport,
} from "./validation-report.js";
