import { AsyncLocalStorage } from "node:async_hooks";

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

const current = new AsyncLocalStorage<Departure>();

/** Runs work for a client whose leaving ends it. */
export const untilDeparture = <T>(departure: Departure, work: () => T): T => current.run(departure, work);

/** Says when the client of the running work leaves; undefined for changes and jobs, which go on to their end. */
export const currentDeparture = (): Departure | undefined => current.getStore();

/** What work ends with that its client no longer waits for. Nobody reads the answer. */
export class ClientLeft extends Error {
  constructor() {
    super("the client has left");
  }
}
