/**
 * Texts that were made from others a moment ago. In two generations: what is asked for again moves into the younger one, the older is dropped when the
 * younger is full or old enough. So twice as many stay at most, and none for longer than twice the seconds after it was asked for.
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

  /** The text that belongs to a key. @param make makes it, when it is not known */
  of(key: string, make: (key: string) => string): string {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const text = this.#old.get(key) ?? make(key);
    if (this.#young.size >= this.#most) this.#age();
    this.#young.set(key, text);
    // Nothing stays for longer because nobody asks any more.
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
