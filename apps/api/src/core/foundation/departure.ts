/** Tells the work for a request that nobody waits for it any longer, because the client has closed its connection. */
export class Departure {
  readonly #hearers = new Set<() => void>();
  #hasLeft = false;

  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  leave(): void {
    this.#hasLeft = true;
    for (const hear of this.#hearers) hear();
    this.#hearers.clear();
  }

  /** @returns stops hearing */
  onLeave(hear: () => void): () => void {
    this.#hearers.add(hear);
    return () => void this.#hearers.delete(hear);
  }
}

/** What work ends with that its client no longer waits for. Nobody reads the answer. */
export class ClientLeft extends Error {
  constructor() {
    super("the client has left");
  }
}
