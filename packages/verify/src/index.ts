export { deepFreeze } from "./deep-freeze.js";
export { grade, type Grade, type GradeInput } from "./grade.js";
export {
  check,
  defineVerifier,
  optional,
  verifierProblems,
  type SiloVerifier,
  type VerifierCheck,
  type VerifierContext,
} from "./verifier.js";
