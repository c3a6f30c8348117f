import { createHash } from "node:crypto";
import { Transform, type Readable } from "node:stream";
import type { Body } from "./streams.ts";

/** What was stored: bytes, and the SHA-256 of the content in hexadecimal digits. */
export interface Measured {
  size: number;
  sha256: string;
}

/** First and last byte, both included. */
export interface ByteRange {
  from: number;
  to: number;
}

/** A place for files: a folder, a bucket. Keys are made by the server and never contain a user's text. */
export interface Place {
  /** Stores the whole body or nothing; a body that is not read to its end is given up. @throws what the body throws, STORAGE_FAILED */
  put(key: string, body: Body): Promise<Measured>;
  /** A guarded stream: read it or destroy it. @throws MissingFile, STORAGE_FAILED */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** Also of a file that is not there. @throws STORAGE_FAILED */
  remove(key: string): Promise<void>;
}

/** Where files live: new ones go to the place in use, each is read where it lies. */
export interface Storage extends Place {
  /** One of the places, for those who look after them. @throws NOT_FOUND */
  place(id: string): Promise<Place>;
}

export class MissingFile extends Error {
  constructor(key: string) {
    super(`no file ${key}`);
  }
}

/** Keys are made by the server; this only guards against a fault of ours. */
const safeKey = /^[\w-]+(?:[/.][\w-]+)*$/;

/** @throws for what is no key of ours, before any path or address is made of it */
export function checkKey(key: string): void {
  if (!safeKey.test(key)) throw new Error(`not a storage key: ${key}`);
}

/** Passes bytes on and measures them. */
export class Measure extends Transform {
  #size = 0;
  readonly #hash = createHash("sha256");
  override _transform(
    chunk: Buffer | string,
    encoding: BufferEncoding,
    done: (error: Error | null, chunk?: Buffer) => void,
  ): void {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk;
    this.#size += bytes.length;
    this.#hash.update(bytes);
    done(null, bytes);
  }
  /** Once, at the end. */
  result(): Measured {
    return { size: this.#size, sha256: this.#hash.digest("hex") };
  }
}
