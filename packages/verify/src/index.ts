export { changed, type Changes } from "./changed.js";
export { deepFreeze } from "./deep-freeze.js";
export { grade, type Grade, type GradeInput } from "./grade.js";
export { mentions } from "./mentions.js";
export { numberIn, numbersIn, type NumbersInOptions } from "./numbers-in.js";
export {
  onlyChanged,
  otherChanges,
  type AllowedBelow,
  type AllowedChanges,
  type IgnoredChanges,
} from "./only-changed.js";
export { called, calledBefore, neverCalled, type CallPattern, type InputPattern } from "./trace-checks.js";
export {
  check,
  defineVerifier,
  optional,
  verifierProblems,
  type SiloVerifier,
  type VerifierCheck,
  type VerifierContext,
} from "./verifier.js";
