import type { Db } from "../core/database/db.ts";
import { createSemaphore } from "../core/foundation/semaphore.ts";

/** Milliseconds after which an answer counts as slow. Slow answers are reused for a while, quick ones are computed each time. */
const slow = 200;
const lasting = 30_000;
/** Upper limit for answers kept at the same time. */
const most = 200;
/** Counts that run at once, each of which has a connection, and that wait: the other connections are left to everybody else. */
const places = { running: 2, waiting: 500 };

interface Kept {
  time: number;
  answer: Promise<unknown>;
}

/**
 * A cache for figures over a million rows that many people open at the same time. Requests for the same figures while they are being counted
 * share one count, and a slow count is reused for half a minute; few counts run at once. Every process has its own cache.
 */
export class SlowAnswers {
  readonly #kept = new Map<string, Kept>();
  readonly #now: () => number;
  readonly #gate = createSemaphore(places.running, places.waiting);

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  of<T>(key: string, work: () => Promise<T>): Promise<T> {
    const known = this.#kept.get(key);
    if (known && this.#now() - known.time < lasting) return known.answer as Promise<T>;
    const time = this.#now();
    const answer = this.#gate(work);
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

const ofDatabases = new WeakMap<Db, SlowAnswers>();
/** What is kept of the answers from a database. */
export function getSlowAnswers(db: Db): SlowAnswers {
  let answers = ofDatabases.get(db);
  if (!answers) ofDatabases.set(db, (answers = new SlowAnswers()));
  return answers;
}
