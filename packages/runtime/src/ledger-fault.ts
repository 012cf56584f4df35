/**
 * A state that cannot be recorded, or that cannot be put back as it was (contract T3). `path` is the dotted path of the
 * place, empty for the state itself; `reason` says what is there, as a sentence about "it".
 */
export class LedgerFault extends Error {
  override readonly name = "LedgerFault";
  readonly path: string;
  readonly reason: string;
  constructor(message: string, { path, reason }: { path: string; reason: string }) {
    super(message);
    this.path = path;
    this.reason = reason;
  }
}

export function notRecordable(path: string, reason: string): LedgerFault {
  return new LedgerFault(
    `${placeName(path)} cannot be recorded: ${reason}. A state holds plain objects, arrays, Maps, Sets, Dates, ` +
      "instances of your own classes and primitive values, as members that are neither hidden nor accessors.",
    { path, reason },
  );
}

export function notRestorable(path: string, reason: string): LedgerFault {
  return new LedgerFault(
    `A failed call cannot be undone at ${path === "" ? "the root of the state" : `"${path}"`}: ${reason}. A tool may ` +
      "freeze or lock what it has made itself before it puts it into the state, not what is there already.",
    { path, reason },
  );
}

function placeName(path: string): string {
  return path === "" ? "The state" : `The state at "${path}"`;
}
