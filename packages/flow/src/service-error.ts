import type { JsonValue } from "@silo/artifacts/json";

/** Registered, so that every loaded copy of the package knows the errors of the others. */
const brand = Symbol.for("@silo/flow/service-error");

/** The codes that commands of several kinds fail with. Each kind adds its own. */
export type ServiceErrorCode =
  | "connection_failed"
  | "profile_not_found"
  | "request_not_allowed"
  | "timed_out"
  | "variable_missing"
  | (string & {});

/** Names that the end of a run is told by: the person reads that a service could not be reached (contract T10). */
const names: Partial<Record<ServiceErrorCode, string>> = {
  connection_failed: "ConnectionError",
  timed_out: "TimeoutError",
};

/** What a command fails with when it calls out. `details` has every value that the message mentions. */
export class ServiceError extends Error {
  override readonly name: string;
  declare readonly code: ServiceErrorCode;
  declare readonly details: { readonly [name: string]: JsonValue };

  constructor(
    code: ServiceErrorCode,
    message: string,
    { details, cause }: { details: { readonly [name: string]: JsonValue }; cause?: unknown },
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = names[code] ?? "ServiceError";
    Object.assign(this, { code, details });
    Object.defineProperty(this, brand, { value: true });
  }
}

/** Whether it is a {@link ServiceError}, whichever copy of the package made it. */
export function isServiceError(thrown: unknown): thrown is ServiceError {
  try {
    return thrown instanceof Error && Object.getOwnPropertyDescriptor(thrown, brand)?.value === true;
  } catch {
    // What is thrown may be a proxy that was revoked.
    return false;
  }
}
