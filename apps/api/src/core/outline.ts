/** The keys of a row deep in a list: where a page near it begins to read instead of at the top. */
export interface Anchor {
  at: number;
  values: readonly (string | null)[];
}

/** What is remembered of a long list for a moment: how many rows it has, and where some of them lie in each order that was asked for. */
export interface Outline {
  total: number;
  time: number;
  places: Map<string, Map<number, Anchor>>;
  /** By order: whether its first page is looked for among the first rows of the table. */
  glances: Map<string, boolean>;
}

/** A count of more rows than the first is remembered; of more than the second it takes so long that nobody waits for a newer one. */
export const long = 1000;
const veryLong = 10_000;
/** Up to this age, in milliseconds, an outline is simply used; up to the second one that of a very long list is used while a new count runs. */
const fresh = 10_000;
const usable = 60_000;
/** Greatest number of outlines, of orders in one, and of anchors in each: enough for everybody who pages, little for one who crawls. */
const most = 200;
const mostOrders = 10;
const mostAnchors = 100;

/**
 * Outlines of the long lists that were asked for lately, by their conditions.
 * A total of over a thousand may so be a moment old; nobody counts those by hand, and counting a million rows takes a
 * hundred times as long as reading a page of them. Every process remembers for itself.
 */
export class Outlines {
  readonly #kept = new Map<string, Outline>();
  readonly #counting = new Map<string, Promise<Outline>>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * The outline under a key.
   * @param count reads the total, when there is none to use
   * @param anew counts whatever is remembered, unless the list is very long: for who has just changed something and looks whether it is there
   */
  async of(key: string, count: () => Promise<number>, anew = false): Promise<Outline> {
    const known = this.#kept.get(key);
    const isVeryLong = known !== undefined && known.total > veryLong;
    if (anew && !isVeryLong) return this.#count(key, count);
    const age = known ? this.#now() - known.time : Number.POSITIVE_INFINITY;
    if (known && age < fresh) return known;
    const counted = this.#counted(key, count);
    if (!known || !isVeryLong || age >= usable) return counted;
    // The next one who asks will have it, or the error.
    counted.catch(() => this.#kept.delete(key));
    return known;
  }

  /** What is remembered under a key. */
  known(key: string): Outline | undefined {
    return this.#kept.get(key);
  }

  /** Those who ask at the same time for the same long list wait for one count. */
  #counted(key: string, count: () => Promise<number>): Promise<Outline> {
    const running = this.#kept.has(key) ? this.#counting.get(key) : undefined;
    if (running) return running;
    const counted = this.#count(key, count).finally(() => this.#counting.delete(key));
    this.#counting.set(key, counted);
    return counted;
  }

  async #count(key: string, count: () => Promise<number>): Promise<Outline> {
    const time = this.#now();
    const outline: Outline = { total: await count(), time, places: new Map(), glances: new Map() };
    // A count that began later may have ended sooner.
    if ((this.#kept.get(key)?.time ?? 0) > time) return outline;
    this.#kept.delete(key);
    if (outline.total <= long) return outline;
    forgetOldest(this.#kept, most);
    this.#kept.set(key, outline);
    return outline;
  }
}

/** The last anchor at or before a place in an order. */
export function anchorBefore({ places }: Outline, order: string, place: number): Anchor | undefined {
  let best: Anchor | undefined;
  for (const anchor of places.get(order)?.values() ?? [])
    if (anchor.at <= place && anchor.at > (best?.at ?? -1)) best = anchor;
  return best;
}

export function addAnchor({ places }: Outline, order: string, anchor: Anchor): void {
  let anchors = places.get(order);
  if (!anchors) {
    forgetOldest(places, mostOrders);
    places.set(order, (anchors = new Map()));
  }
  forgetOldest(anchors, mostAnchors);
  anchors.set(anchor.at, anchor);
}

export function noteGlance({ glances }: Outline, order: string, isWorthIt: boolean): void {
  // What is said again makes room for nothing.
  if (glances.get(order) === isWorthIt) return;
  forgetOldest(glances, mostOrders);
  glances.set(order, isWorthIt);
}

/** Makes room for one more. */
function forgetOldest<K>(map: Map<K, unknown>, most: number): void {
  if (map.size >= most) map.delete(map.keys().next().value as K);
}
