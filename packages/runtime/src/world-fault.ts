import { describeThrown } from "@silo/errors";

/** A fault of the author's code that ends a run as `environment_error`; `place` says where (contract T9). */
export class WorldFault {
  readonly place: string;
  /** What went wrong, in words. */
  readonly reason: string;
  /** What was thrown, for the author's stack. */
  readonly thrown: unknown;
  constructor(place: string, thrown: unknown) {
    this.place = place;
    this.thrown = thrown;
    this.reason = describeThrown(thrown) || "An empty text was thrown.";
  }
}
