/**
 * A key with its versions: the one in use, and those that are still accepted. What it opens says by which version it was made. The versions
 * of a running process change when a key is rotated (key-watch.ts), so nobody keeps a copy of them.
 */
export class KeyRing {
  #versions: ReadonlyMap<number, Buffer>;
  /** Version in use. */
  current: number;
  /** Version before it, while what it made may still be about. */
  former: number | null = null;

  /** @param versions at least one @param current the oldest one where left out, which is what a process begins with until the database has told it */
  constructor(versions: ReadonlyMap<number, Buffer>, current = Math.min(...versions.keys())) {
    this.#versions = versions;
    this.current = current;
  }

  /** A key that was never rotated. */
  static of(key: Buffer): KeyRing {
    return new KeyRing(new Map([[1, key]]));
  }

  get known(): readonly number[] {
    return [...this.#versions.keys()];
  }

  /** The key in use. */
  get key(): Buffer {
    return this.#versions.get(this.current) ?? unknownVersion(this.current);
  }

  /** Every key that is accepted, the one in use first: for what does not say by which it was made. */
  get accepted(): readonly [Buffer, ...Buffer[]] {
    return [
      this.key,
      ...this.known.filter((version) => version !== this.current).map((version) => this.keyOf(version)),
    ];
  }

  /** @throws when this process was not given that version */
  keyOf(version: number): Buffer {
    return this.#versions.get(version) ?? unknownVersion(version);
  }

  /** Takes over what the key files say now. Versions in use stay, whatever they say. */
  replace(versions: ReadonlyMap<number, Buffer>): void {
    if (versions.has(this.current)) this.#versions = versions;
  }
}

function unknownVersion(version: number): never {
  throw new Error(`key version ${version} is not here`);
}

/** Versions as they are written: `2:hex` with commas or lines between; a key without a number is the first. Null when it is none of that. */
export function readVersions(text: string): ReadonlyMap<number, Buffer> | null {
  const versions = new Map<number, Buffer>();
  for (const part of text.trim().split(/[\s,]+/)) {
    const [, version = "1", hex] = /^(?:([1-9]\d{0,5}):)?([0-9a-f]{64})$/i.exec(part) ?? [];
    if (!hex || versions.has(Number(version))) return null;
    versions.set(Number(version), Buffer.from(hex, "hex"));
  }
  return versions;
}

export const writeVersions = (versions: ReadonlyMap<number, Buffer>): string =>
  [...versions]
    .map(([version, key]) => (version === 1 ? key.toString("hex") : `${version}:${key.toString("hex")}`))
    .join("\n");
