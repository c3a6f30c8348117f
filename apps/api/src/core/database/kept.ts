/**
 * Values that never change once they are there, kept in memory so that they are not read again: for each owner (the services or the pool of an
 * installation or tenant) the last `most` that were added.
 */
export class Kept<V> {
  private readonly most: number;
  private readonly owned = new WeakMap<object, Map<string, V>>();

  constructor(most: number) {
    this.most = most;
  }

  get(owner: object, key: string): V | undefined {
    return this.owned.get(owner)?.get(key);
  }

  set(owner: object, key: string, value: V): void {
    const values = this.owned.get(owner) ?? new Map<string, V>();
    this.owned.set(owner, values);
    const [oldest] = values.keys();
    if (values.size >= this.most && !values.has(key) && oldest !== undefined) values.delete(oldest);
    values.set(key, value);
  }
}
