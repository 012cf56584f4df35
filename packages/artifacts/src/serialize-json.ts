import canonicalize from "canonicalize";

/** A value that is known to be JSON, as one line in the order of RFC 8785. */
export const serializeJson = canonicalize as unknown as (value: unknown) => string;
