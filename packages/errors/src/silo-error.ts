import { agentText, textOf } from "./agent-text.js";
import { brand, hasKind, isInstance } from "./brand.js";
import { causeOption, wireCause } from "./cause.js";
import { dropUndefined } from "./drop-undefined.js";
import { isErrorExitCode, type ErrorExitCode } from "./exit-codes.js";

/** Who is at fault, or what it was about (contract E4). */
export type ErrorCategory = "input" | "auth" | "state" | "runtime" | "internal";

/** What whoever reads the error can do about it (contract E4). */
export interface Suggestion {
  readonly action: "check" | "retry" | "fix" | "escalate";
  readonly fix: string;
  /** A command that might help. */
  readonly example?: string | undefined;
  readonly applicability?: "always" | "sometimes" | "if_interactive" | undefined;
}

/** What every class of coded errors takes. Any code is accepted; `exitCode` only where the category's own does not fit. */
export interface CodedErrorOptions {
  readonly code: string;
  readonly message: string;
  readonly suggestion?: Suggestion | undefined;
  /** Whether the same call may succeed later; default false. */
  readonly isRetryable?: boolean | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly cause?: unknown;
  readonly exitCode?: ErrorExitCode | undefined;
}

/** The wire form (contract E4): snake_case, JSON only. `exit_code` is there where it is not the category's own. */
export interface ErrorWire {
  readonly code: string;
  readonly category: ErrorCategory;
  readonly message: string;
  readonly is_retryable: boolean;
  readonly suggestion?: Suggestion;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly exit_code?: ErrorExitCode;
  readonly cause?: unknown;
}

/** The exit code of a category, for a code that names no other (contract E5). */
export const categoryExitCodes = {
  input: 2,
  auth: 30,
  state: 10,
  runtime: 70,
  internal: 70,
} as const satisfies Record<ErrorCategory, ErrorExitCode>;

/** Details beyond this many characters are cut on the wire. */
const maxDetails = 1_048_576;

/**
 * An author's mistake (contract E1, E4): thrown by the SDK, printed by the CLI, never seen by an agent. Test for it with
 * `isSiloError` (Silo's own codes) or `isCodedError` (any code); `instanceof` holds across loaded copies too.
 */
export class SiloError extends Error {
  static readonly kind: string = "SiloError";

  declare readonly code: string;
  declare readonly category: ErrorCategory;
  declare readonly isRetryable: boolean;
  /** What a process that ends because of this error exits with (contract E5). */
  declare readonly exitCode: ErrorExitCode;
  declare readonly suggestion?: Suggestion;
  declare readonly details?: Readonly<Record<string, unknown>>;

  constructor(options: CodedErrorOptions & { readonly category: ErrorCategory }) {
    super(textOf(options.message), causeOption(options.cause));
    const { category, exitCode, suggestion, details } = options;
    this.code = textOf(options.code);
    this.category = category;
    this.isRetryable = options.isRetryable === true;
    this.exitCode = isErrorExitCode(exitCode) ? exitCode : categoryExitCodes[category];
    if (suggestion) this.suggestion = Object.freeze(dropUndefined(suggestion));
    if (details) this.details = Object.freeze(dropUndefined(details));
    brand(this, new.target);
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isInstance(this, value);
  }

  /** The wire form; `errorFromJSON` is its inverse. What JSON cannot hold in `details` is tagged, as in `agentText`. */
  toJSON(): ErrorWire {
    const { code, category, message, isRetryable, suggestion, details, exitCode } = this;
    return dropUndefined({
      code,
      category,
      message,
      is_retryable: isRetryable,
      suggestion,
      details: details && (JSON.parse(agentText(details, { max: maxDetails })) as Record<string, unknown>),
      exit_code: exitCode === categoryExitCodes[category] ? undefined : exitCode,
      cause: wireCause(this.cause),
    });
  }
}

/** What was given cannot be understood; exit 2. */
export class InputError extends SiloError {
  static override readonly kind: string = "InputError";
  constructor(options: CodedErrorOptions) {
    super({ ...options, category: "input" });
  }
}

/** Who asks may not; exit 30, or 40 where a permission is lacking. */
export class AuthError extends SiloError {
  static override readonly kind: string = "AuthError";
  constructor(options: CodedErrorOptions) {
    super({ ...options, category: "auth" });
  }
}

/** What is asked for is not there, or is there already; exit 10. */
export class StateError extends SiloError {
  static override readonly kind: string = "StateError";
  constructor(options: CodedErrorOptions) {
    super({ ...options, category: "state" });
  }
}

/** Something outside failed: time, network, disk; exit 70, or 20, 50, 65, 75. */
export class RuntimeError extends SiloError {
  static override readonly kind: string = "RuntimeError";
  constructor(options: CodedErrorOptions) {
    super({ ...options, category: "runtime" });
  }
}

/** A bug; exit 70, or 101. */
export class InternalError extends SiloError {
  static override readonly kind: string = "InternalError";
  constructor(options: CodedErrorOptions) {
    super({ ...options, category: "internal" });
  }
}

/** The class of a category. */
export const categoryClasses = {
  input: InputError,
  auth: AuthError,
  state: StateError,
  runtime: RuntimeError,
  internal: InternalError,
} as const;

/** Whether `error` is an instance of {@link SiloError} or its classes, whatever its code and whichever copy made it. */
export function isCodedError(error: unknown): error is SiloError {
  return hasKind(error, "SiloError");
}
