/** A fault of the author's code that ends a run as `environment_error`; `place` says where (contract T9). */
export class WorldFault {
  readonly place: string;
  readonly thrown: unknown;
  constructor(place: string, thrown: unknown) {
    this.place = place;
    this.thrown = thrown;
  }
}
