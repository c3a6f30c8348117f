interface Sample {
  /** Milliseconds of a clock that only goes forward. */
  at: number;
  /** Position of the main database in its log at that time, in bytes. */
  position: number;
}

/**
 * Tells how far a replica is behind, by what the main database had written when. The time of the last transaction that a replica has replayed
 * says nothing: on a main database where nobody writes it is hours old, and after a broken connection nobody knows which of both it is.
 */
export class LagMeter {
  #samples: Sample[] = [];

  /** @param at before the main database was asked */
  written(at: number, position: number): void {
    this.#samples.push({ at, position });
  }

  /**
   * @param replayed position of the replica
   * @returns milliseconds for which the main database has had something that the replica has not, at most; Infinity before that is known
   */
  behind(now: number, replayed: number): number {
    const reached = this.#samples.findLastIndex(({ position }) => position <= replayed);
    if (reached < 0) return Infinity;
    // What was reached once is not asked for again.
    this.#samples.splice(0, reached);
    return this.#samples.length === 1 ? 0 : now - (this.#samples[0] as Sample).at;
  }
}
