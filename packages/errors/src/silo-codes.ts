import { hasKind } from "./brand.js";
import { catalogue } from "./catalogue.js";
import { causesOf, describeThrown } from "./cause.js";
import {
  defineCatalogue,
  type CataloguedError,
  type CreateOptions,
  type DetailedError,
  type ParametersOf,
} from "./define-catalogue.js";
import type { ErrorExitCode } from "./exit-codes.js";
import { isCodedError, type SiloError } from "./silo-error.js";
import type { InvalidDefinitionError } from "./tool-error.js";

const silo = /* @__PURE__ */ defineCatalogue(catalogue);

/** Silo's own codes (contract E5). */
export type SiloErrorCode = keyof typeof catalogue;

/** The parameters of one of Silo's codes. */
export type SiloErrorParameters<Code extends SiloErrorCode> = ParametersOf<(typeof catalogue)[Code]>;

/** A {@link SiloError} of one of Silo's own codes. */
export type CataloguedSiloError<Code extends SiloErrorCode = SiloErrorCode> = CataloguedError<Code>;

/** A {@link SiloError} of one of Silo's own codes whose `details` hold the parameters of that code. */
export type DetailedSiloError<Code extends SiloErrorCode = SiloErrorCode> = DetailedError<
  typeof catalogue,
  Code
>;

/** Silo's own codes, in the catalogue's order. */
export const siloErrorCodes: readonly SiloErrorCode[] = /* @__PURE__ */ Object.keys(
  catalogue,
) as SiloErrorCode[];

/**
 * An error of one of Silo's own codes, with the catalogue's message, suggestion, category and exit code (contract E2).
 * `details` holds every parameter, and `options.details` beside them.
 */
export function siloError<Code extends SiloErrorCode>(
  code: Code,
  parameters: SiloErrorParameters<Code>,
  options?: CreateOptions,
): DetailedSiloError<Code> {
  return silo.create(code, parameters, options);
}

/**
 * Whether an error has one of Silo's own codes (contract E3), also where another copy of the package made it. With a
 * code, it also makes sure of that code's parameters in `details`.
 */
export function isSiloError(error: unknown): error is CataloguedSiloError;
export function isSiloError<Code extends SiloErrorCode>(
  error: unknown,
  code: Code,
): error is DetailedSiloError<Code>;
export function isSiloError(error: unknown, code?: SiloErrorCode): boolean {
  return silo.is(error, code as SiloErrorCode);
}

/**
 * Anything that was thrown, as an error that can be printed. A coded error stays what it is; one that plain errors only
 * wrap is found among their causes, so its code survives; a tool's malformed definition is `tool_invalid`; everything else is
 * `unexpected_error` with the thrown thing as its cause.
 */
export function toSiloError(thrown: unknown): SiloError {
  for (const at of causesOf(thrown)) {
    if (isCodedError(at) && at.code !== "unexpected_error") return at;
    // By kind and not with `isToolError`: this vocabulary is usable, and bundled, without the tools' one.
    if (hasKind(at, "InvalidDefinitionError")) {
      const { tool = "", findings, message } = at as InvalidDefinitionError;
      const problems = findings.map((finding) => finding.message).join("; ") || message;
      return siloError("tool_invalid", { tool, problems }, { cause: at, details: { findings } });
    }
  }
  if (isCodedError(thrown)) return thrown;
  return siloError("unexpected_error", { reason: describeThrown(thrown) }, { cause: thrown });
}

/** The exit code of whatever was thrown (contract E5): 101 for what nothing foresaw. */
export function exitCodeOf(thrown: unknown): ErrorExitCode {
  return toSiloError(thrown).exitCode;
}
