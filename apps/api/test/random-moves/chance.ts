/** Chance that a seed makes again. */
export class Chance {
  #state: number;
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, but not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0 up to, but not including, `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  happens(probability: number): boolean {
    return this.next() < probability;
  }

  /** @throws RangeError of nothing */
  pick<T>(from: readonly T[]): T {
    const [one] = from.slice(this.below(from.length)).slice(0, 1);
    if (one === undefined) throw new RangeError("nothing to pick from");
    return one;
  }

  /** One of some names, each as often as its weight says. */
  pickName<T extends string>(weights: Readonly<Partial<Record<T, number>>>): T {
    const names = Object.keys(weights) as T[];
    let rest = this.next() * names.reduce((sum, name) => sum + (weights[name] ?? 0), 0);
    for (const name of names) {
      rest -= weights[name] ?? 0;
      if (rest < 0) return name;
    }
    return this.pick(names);
  }
}
