export { isSiloError, SiloError } from "@silo/errors";
export { type CheckOptions } from "./check-environment.js";
export {
  type MutantCounts,
  type ProofCheck,
  type ProofReport,
  type ProofRun,
  type TaskProof,
} from "./check-report.js";
export {
  type AddToolOptions,
  type AddVerifierOptions,
  type EnvironmentTools,
  type EnvironmentVerifiers,
  type VerifierFacts,
} from "./code-resources.js";
export { type FlowFinding, type FlowReport } from "./check-flow.js";
export { type CreateEnvironmentOptions } from "./create-environment.js";
export { type DataFiles } from "./data-files.js";
export { type GeneratedCode } from "./generate-code.js";
export {
  ProjectEnvironment,
  type ResumeOptions,
  type RunOptions,
  type SeriesOptions,
} from "./project-environment.js";
export {
  ProjectRuns,
  type ChangedPart,
  type ComparedRuns,
  type PruneRunsOptions,
  type RecordedSolution,
  type RegradedRun,
  type ReplayedRun,
  type ReplayRunOptions,
  type ResumeRunOptions,
  type RunDiff,
  type RunFilter,
} from "./project-runs.js";
export { Environments, Silo } from "./silo.js";
export { type TaskFiles } from "./task-files.js";
export { templates, type TemplateName } from "./template-catalogue.js";
export { version } from "./version.js";
