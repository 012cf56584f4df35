import type { SiloErrorCode, SiloErrorParameters } from "../silo-codes.js";

/** What stands beside the catalogue's entry of one code: text for people, which no program needs to make the error. */
export interface Explanation<Code extends SiloErrorCode = SiloErrorCode> {
  /** What the code says, in one sentence without values and without a full stop. */
  readonly meaning: string;
  /** What usually leads to it, the likeliest first. */
  readonly causes: readonly string[];
  /** What to do about it. */
  readonly remedy: string;
  /** The version of the package that brought the code; absent for those of the first release. */
  readonly since?: string;
  /** Parameters of one such error; the pages show the error that they make. */
  readonly example: SiloErrorParameters<Code>;
}

/** An explanation for every code of a list, each with the parameters of its own code. */
export type Explanations<Codes extends SiloErrorCode> = { readonly [Code in Codes]: Explanation<Code> };
