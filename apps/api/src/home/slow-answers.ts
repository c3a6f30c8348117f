/** An answer that took longer than this to work out, in milliseconds, is handed out again for a while; quick ones are always new. */
const slow = 200;
const lasting = 30_000;
/** Greatest number of answers kept at once. */
const most = 200;

interface Kept {
  time: number;
  answer: Promise<unknown>;
}

/**
 * Figures over a million rows that many people open at the same time: those who ask for the same ones while they are being counted share one
 * count, and a slow count serves for half a minute. Every process remembers for itself.
 */
export class SlowAnswers {
  readonly #kept = new Map<string, Kept>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  of<T>(key: string, work: () => Promise<T>): Promise<T> {
    const known = this.#kept.get(key);
    if (known && this.#now() - known.time < lasting) return known.answer as Promise<T>;
    const time = this.#now();
    const answer = work();
    if (this.#kept.size >= most) this.#kept.delete(this.#kept.keys().next().value as string);
    const kept = { time, answer };
    this.#kept.set(key, kept);
    const forget = () => {
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
    };
    answer.then(() => {
      if (this.#now() - time < slow) forget();
      else kept.time = this.#now();
    }, forget);
    return answer;
  }
}
