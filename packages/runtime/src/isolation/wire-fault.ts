import { describeThrown, toSiloError, tracebackOf, type SiloError } from "@silo/errors";
import { errorFromJSON } from "@silo/errors/error-from-json";
import type { JsonValue } from "@silo/artifacts/json";
import { WorldFault } from "../world-fault.js";
import type { WireFault } from "./messages.js";

/** Whatever was thrown, for another process: by its code, because `instanceof` does not survive the way. */
export function toWire(thrown: unknown): WireFault {
  if (thrown instanceof WorldFault) {
    const { place, reason } = thrown;
    return { place, reason, stack: tracebackOf(thrown.thrown) };
  }
  const error = toSiloError(thrown);
  return {
    error: error.toJSON() as unknown as JsonValue,
    reason: describeThrown(thrown),
    stack: tracebackOf(error),
  };
}

/** What `toWire` made, as the error that it was; its stack is that of the other process. */
export function fromWire({ place, error, reason, stack }: WireFault): WorldFault | SiloError {
  if (place !== undefined) {
    const thrown = new Error(reason);
    thrown.stack = stack;
    return new WorldFault(place, thrown);
  }
  const rebuilt = errorFromJSON(error);
  Object.defineProperty(rebuilt, "stack", { value: stack, configurable: true, writable: true });
  // The causes are in the stack already.
  Object.defineProperty(rebuilt, "cause", { value: undefined, configurable: true, writable: true });
  return rebuilt;
}
