/**
 * A key with its versions: the one in use, and those that are still accepted. Encrypted data names the version that it was made with. The
 * versions change when a key is rotated (key-watch.ts), so callers must not keep copies of them.
 */
export class KeyRing {
  #versions: ReadonlyMap<number, Buffer>;
  /** Version in use. */
  current: number;
  /** The version before it, while data that was made with it may still exist. */
  former: number | null = null;

  /** @param versions at least one @param current where left out the oldest one, with which a process starts until it has asked the database */
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

  /** All accepted keys, the one in use first: for data that does not name its version. */
  get accepted(): readonly [Buffer, ...Buffer[]] {
    return [
      this.key,
      ...this.known.filter((version) => version !== this.current).map((version) => this.getKey(version)),
    ];
  }

  /** @throws when this process was not given that version */
  getKey(version: number): Buffer {
    return this.#versions.get(version) ?? unknownVersion(version);
  }

  /** Replaces the versions by those of the key files, unless these lack the version in use. */
  replace(versions: ReadonlyMap<number, Buffer>): void {
    if (versions.has(this.current)) this.#versions = versions;
  }
}

function unknownVersion(version: number): never {
  throw new Error(`key version ${version} is not here`);
}

/** Parses versions: `2:hex`, separated by commas or lines; a key without a number is version 1. Null when the text is malformed. */
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
