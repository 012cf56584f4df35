export { isSiloError, SiloError } from "@silo/errors";
export { type CreateEnvironmentOptions } from "./create-environment.js";
export {
  ProjectEnvironment,
  type ResumeOptions,
  type RunOptions,
  type SeriesOptions,
} from "./project-environment.js";
export { ProjectRuns, type ResumeRunOptions } from "./project-runs.js";
export { Environments, Silo } from "./silo.js";
export { type TaskFiles } from "./task-files.js";
export { templates, type TemplateName } from "./template-catalogue.js";
export { version } from "./version.js";
