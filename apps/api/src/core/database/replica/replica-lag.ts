interface Sample {
  /** Milliseconds of a monotonic clock. */
  at: number;
  /** Position of the main database in its write-ahead log at that time, in bytes. */
  position: number;
}

/**
 * Measures how far a replica is behind, from samples of what the main database had written at which time. The time of the last transaction
 * that a replica has replayed does not tell: it is hours old where nobody writes, but also where the replica has lost its connection.
 */
export class LagMeter {
  #samples: Sample[] = [];

  /** Adds a sample. @param at time before the main database was asked */
  written(at: number, position: number): void {
    this.#samples.push({ at, position });
  }

  /**
   * @param replayed position of the replica
   * @returns upper bound of the milliseconds for which the main database has had something that the replica lacks; Infinity while unknown
   */
  behind(now: number, replayed: number): number {
    const reached = this.#samples.findLastIndex(({ position }) => position <= replayed);
    if (reached < 0) return Infinity;
    // Samples before the one that was reached are not needed any more.
    this.#samples.splice(0, reached);
    return this.#samples.length === 1 ? 0 : now - (this.#samples[0] as Sample).at;
  }
}
