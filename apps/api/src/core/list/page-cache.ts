/** The sort keys of a row deep in a list. A page near it is read from there instead of from the top. */
export interface Anchor {
  at: number;
  values: readonly (string | null)[];
}

/** What is cached of a long list: how many rows it has, and anchors in each order that was asked for. */
export interface CachedPages {
  total: number;
  time: number;
  places: Map<string, Map<number, Anchor>>;
  /** By order: whether a search scans the first rows of the table for its first page. */
  topScans: Map<string, boolean>;
}

/** Lists with more rows than `long` are cached. Counting more than `veryLong` takes so long that nobody waits for a new count. */
export const long = 1000;
const veryLong = 10_000;
/** Age in milliseconds up to which an entry is used; one of a very long list is used up to `usable`, while a new count runs. */
const fresh = 10_000;
const usable = 60_000;
/** Greatest number of answers of the planner. */
const maxAnswers = 1000;
/** Greatest number of lists, of orders in each, and of anchors in each order: enough for users, and a bound for crawlers. */
const maxEntries = 200;
const maxOrders = 10;
const maxAnchors = 100;

/**
 * Caches the totals and anchors of long lists that were read lately, by their conditions. A total of more than a thousand may therefore be some
 * seconds old; in return nobody waits for a count, which for a million rows takes a hundred times as long as reading a page. Every process
 * has its own cache.
 */
export class PageCache {
  readonly #entries = new Map<string, CachedPages>();
  readonly #counting = new Map<string, Promise<CachedPages>>();
  readonly #answers = new Map<string, { answer: Promise<boolean>; time: number }>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * Gets the entry of a list.
   * @param count reads the total, when no cached one can be used
   * @param anew counts in any case, unless the list is very long: for users who have just changed something
   */
  async of(key: string, count: () => Promise<number>, anew = false): Promise<CachedPages> {
    const known = this.#entries.get(key);
    const isVeryLong = known !== undefined && known.total > veryLong;
    if (anew && !isVeryLong) return this.#count(key, count);
    const age = known ? this.#now() - known.time : Number.POSITIVE_INFINITY;
    if (known && age < fresh) return known;
    const counted = this.#counted(key, count);
    if (!known || !isVeryLong || age >= usable) return counted;
    // This call does not wait for the count; when it fails, the next call counts again and gets the error.
    counted.catch(() => this.#entries.delete(key));
    return known;
  }

  /** The cached entry of a list, whatever its age. */
  known(key: string): CachedPages | undefined {
    return this.#entries.get(key);
  }

  /** What the planner answered to a question; it is asked again after a minute, since tables grow. */
  async askedLately(question: string, ask: () => Promise<boolean>): Promise<boolean> {
    const known = this.#answers.get(question);
    if (known && this.#now() - known.time < usable) return known.answer;
    const asked = { answer: ask(), time: this.#now() };
    this.#answers.delete(question);
    removeOldest(this.#answers, maxAnswers);
    this.#answers.set(question, asked);
    // When it fails, the next call asks again.
    asked.answer.catch(() => this.#answers.delete(question));
    return asked.answer;
  }

  /** Calls for the same long list at the same time share one count. */
  #counted(key: string, count: () => Promise<number>): Promise<CachedPages> {
    const running = this.#entries.has(key) ? this.#counting.get(key) : undefined;
    if (running) return running;
    const counted = this.#count(key, count).finally(() => this.#counting.delete(key));
    this.#counting.set(key, counted);
    return counted;
  }

  async #count(key: string, count: () => Promise<number>): Promise<CachedPages> {
    const time = this.#now();
    const cachedPages: CachedPages = { total: await count(), time, places: new Map(), topScans: new Map() };
    // A count that began later may have ended sooner.
    if ((this.#entries.get(key)?.time ?? 0) > time) return cachedPages;
    this.#entries.delete(key);
    if (cachedPages.total <= long) return cachedPages;
    removeOldest(this.#entries, maxEntries);
    this.#entries.set(key, cachedPages);
    return cachedPages;
  }
}

/** The last anchor at or before an offset in an order. */
export function anchorBefore({ places }: CachedPages, order: string, offset: number): Anchor | undefined {
  let best: Anchor | undefined;
  for (const anchor of places.get(order)?.values() ?? [])
    if (anchor.at <= offset && anchor.at > (best?.at ?? -1)) best = anchor;
  return best;
}

export function addAnchor({ places }: CachedPages, order: string, anchor: Anchor): void {
  let anchors = places.get(order);
  if (!anchors) {
    removeOldest(places, maxOrders);
    places.set(order, (anchors = new Map<number, Anchor>()));
  }
  removeOldest(anchors, maxAnchors);
  anchors.set(anchor.at, anchor);
}

/** Remembers whether scanning the first rows filled a page. */
export function noteTopScan({ topScans }: CachedPages, order: string, isWorthIt: boolean): void {
  // Without this check a repeated note would remove another entry.
  if (topScans.get(order) === isWorthIt) return;
  removeOldest(topScans, maxOrders);
  topScans.set(order, isWorthIt);
}

/** Makes room for one more entry. */
function removeOldest<K>(map: Map<K, unknown>, maxEntries: number): void {
  if (map.size >= maxEntries) map.delete(map.keys().next().value as K);
}
