export {
  explain,
  explainedCodes,
  explanationOf,
  type ExplainedCode,
  type ExplainedSiloCode,
  type ExplainedToolCode,
} from "./explain.js";
