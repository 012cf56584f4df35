export { agentText } from "./agent-text.js";
export { describeThrown, tracebackOf } from "./cause.js";
export {
  defineCatalogue,
  type Catalogue,
  type CataloguedError,
  type CatalogueEntry,
  type CreateOptions,
  type DetailedError,
  type ParameterNames,
  type ParametersOf,
} from "./define-catalogue.js";
export {
  errorEnvelope,
  successEnvelope,
  type Envelope,
  type EnvelopeMeta,
  type ErrorEnvelope,
  type SuccessEnvelope,
} from "./envelope.js";
export { blockText, lineText } from "./escape-text.js";
export { exitCodes, type ErrorExitCode, type ExitCode } from "./exit-codes.js";
export { renderError } from "./render-error.js";
export {
  exitCodeOf,
  isSiloError,
  siloError,
  siloErrorCodes,
  toSiloError,
  type CataloguedSiloError,
  type DetailedSiloError,
  type SiloErrorCode,
  type SiloErrorParameters,
} from "./silo-codes.js";
export {
  AuthError,
  InputError,
  InternalError,
  isCodedError,
  RuntimeError,
  SiloError,
  StateError,
  type CodedErrorOptions,
  type ErrorCategory,
  type ErrorWire,
  type Suggestion,
} from "./silo-error.js";
export {
  InputInvalidError,
  InvalidDefinitionError,
  isToolError,
  OutputInvalidError,
  PermissionDeniedError,
  SchemaError,
  ToolError,
  toolError,
  ToolNotFoundError,
  type DefinitionFinding,
  type HostErrorCode,
  type KnownToolErrorCode,
  type ToolErrorCode,
} from "./tool-error.js";
export {
  toToolErrorValue,
  type CaughtToolError,
  type ToolErrorValue,
  type ToolFault,
} from "./tool-error-value.js";
