import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import type { KeyRing } from "./key-ring.ts";
import { RecentTexts } from "./recent-texts.ts";

/** Encrypts personal data at rest and makes the keyed hashes by which it is found. Keys live outside the database. */
export interface Cipher {
  encrypt(value: string): string;
  decrypt(stored: string): string;
  /** `decrypt` for the pages of lists, which are asked for again and again: keeps what it opened until a minute after it was shown last. */
  decryptShown(stored: string): string;
  /** Keyed hash for exact search and uniqueness; the value is trimmed and upper-cased first, so that x and X are one. */
  hash(value: string): string;
}

/**
 * AES-256-GCM with a random 96-bit nonce; stored as `v`, the version of the key, `.` + base64(nonce | tag | ciphertext).
 * @param field versions of 32 bytes
 * @param hashKey 32 bytes
 */
export function createCipher(field: KeyRing, hashKey: Buffer): Cipher {
  // Keys made once: given as bytes, each use would prepare them anew, which takes several times as long as the work itself.
  const prepared = new Map<number, KeyObject>();
  const keyOf = (version: number): KeyObject => {
    let key = prepared.get(version);
    if (!key) prepared.set(version, (key = createSecretKey(field.keyOf(version))));
    return key;
  };
  const search = createSecretKey(hashKey);
  const decrypt = (stored: string): string => {
    const dot = stored.indexOf(".");
    const version = stored[0] === "v" ? Number(stored.slice(1, dot)) : Number.NaN;
    if (!Number.isInteger(version)) throw new Error("no encrypted value");
    const bytes = Buffer.from(stored.slice(dot + 1), "base64");
    const decipher = createDecipheriv("aes-256-gcm", keyOf(version), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    // As bytes: asked for text, it would make a decoder of its own for every value.
    const value = decipher.update(bytes.subarray(28));
    decipher.final();
    return value.toString();
  };
  const shown = new RecentTexts(2000, 30);
  return {
    encrypt(value) {
      const nonce = nextNonce();
      const version = field.current;
      const cipher = createCipheriv("aes-256-gcm", keyOf(version), nonce);
      const body = cipher.update(value, "utf8");
      // In this mode the end adds no bytes, it only makes the tag.
      cipher.final();
      const sealed = Buffer.allocUnsafe(28 + body.length);
      nonce.copy(sealed);
      cipher.getAuthTag().copy(sealed, 12);
      body.copy(sealed, 28);
      return `v${version}.${sealed.toString("base64")}`;
    },
    decrypt,
    decryptShown: (stored) => shown.of(stored, decrypt),
    hash: (value) => createHmac("sha256", search).update(value.trim().toUpperCase()).digest("base64url"),
  };
}

/** Random bytes are fetched for many nonces at a time: each call into the generator costs more than the bytes. */
let nonces = Buffer.alloc(0);
let used = 0;
function nextNonce(): Buffer {
  if (used === nonces.length) {
    nonces = randomBytes(12 * 256);
    used = 0;
  }
  return nonces.subarray(used, (used += 12));
}
