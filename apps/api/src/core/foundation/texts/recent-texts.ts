/**
 * Caches texts that were computed from others. It has two generations: a text that is asked for moves into the younger one, and the older one is
 * dropped when the younger is full or old enough. So it holds at most twice `most` texts, each for at most twice `seconds` after its last use.
 */
export class RecentTexts {
  #young = new Map<string, string>();
  #old = new Map<string, string>();
  readonly #most: number;
  readonly #seconds: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(most: number, seconds: number) {
    this.#most = most;
    this.#seconds = seconds;
  }

  /** The text for a key. @param make computes it when it is not cached */
  of(key: string, make: (key: string) => string): string {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const text = this.#old.get(key) ?? make(key);
    if (this.#young.size >= this.#most) this.#age();
    this.#young.set(key, text);
    // The timer removes texts even when nothing is asked for any more.
    this.#timer ??= setTimeout(() => this.#age(), this.#seconds * 1000).unref();
    return text;
  }

  #age(): void {
    clearTimeout(this.#timer);
    this.#old = this.#young;
    this.#young = new Map();
    this.#timer = this.#old.size > 0 ? setTimeout(() => this.#age(), this.#seconds * 1000).unref() : undefined;
  }
}
