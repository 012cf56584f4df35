import type { RawRows } from "./column-values.js";
import type { SqlProblem, Statement } from "./database.js";

/** What the thread of an embedded database starts with. */
export interface StartEmbedded {
  /** The address of PGlite's module. */
  module: string;
  /** A file for a database that was never used, to copy others from. */
  template: string;
}

/** One at a time: the next is sent when the last is answered. */
export type ToEmbedded =
  { type: "setup"; text: string } | ({ type: "run"; readOnly: boolean; maxRows: number } & Statement);

/** The first one tells that the database is there. */
export type FromEmbedded =
  | { type: "done" }
  | { type: "rows"; rows: RawRows }
  | { type: "more" }
  | { type: "failed"; problem: SqlProblem };
