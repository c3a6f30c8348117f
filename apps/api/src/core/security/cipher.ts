import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import type { KeyRing } from "./key-ring.ts";
import { RecentTexts } from "../foundation/texts/recent-texts.ts";

/** Encrypts personal data at rest, and makes the keyed hashes by which it is found. The keys are not in the database. */
export interface Cipher {
  encrypt(value: string): string;
  decrypt(stored: string): string;
  /** `decrypt` for pages of lists, which are read again and again: caches decrypted values until a minute after they were last shown. */
  decryptShown(stored: string): string;
  /** Keyed hash for exact searchKey and uniqueness. The value is trimmed and upper-cased first, so that x and X have the same hash. */
  hash(value: string): string;
  /** Keyed hash of a text as it is, by which the same text is known again. */
  digest(text: string): string;
}

/**
 * AES-256-GCM with a random 96-bit nonce. Stored as `v`, the version of the key, `.` and base64(nonce | tag | ciphertext).
 * @param field versions of 32 bytes
 * @param hashKey 32 bytes
 */
export function createCipher(field: KeyRing, hashKey: Buffer): Cipher {
  // Prepared keys are cached: preparing a key from bytes takes several times as long as encrypting a value.
  const preparedKeys = new Map<number, KeyObject>();
  const getKey = (version: number): KeyObject => {
    let key = preparedKeys.get(version);
    if (!key) preparedKeys.set(version, (key = createSecretKey(field.getKey(version))));
    return key;
  };
  const searchKey = createSecretKey(hashKey);
  const decrypt = (stored: string): string => {
    const dot = stored.indexOf(".");
    const version = stored[0] === "v" ? Number(stored.slice(1, dot)) : Number.NaN;
    if (!Number.isInteger(version)) throw new Error("no encrypted value");
    const bytes = Buffer.from(stored.slice(dot + 1), "base64");
    const decipher = createDecipheriv("aes-256-gcm", getKey(version), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    // Read as bytes: for text, it would create a decoder for every value.
    const value = decipher.update(bytes.subarray(28));
    decipher.final();
    return value.toString();
  };
  const digest = (text: string): string => createHmac("sha256", searchKey).update(text).digest("base64url");
  const shown = new RecentTexts(2000, 30);
  return {
    encrypt(value) {
      const nonce = nextNonce();
      const version = field.current;
      const cipher = createCipheriv("aes-256-gcm", getKey(version), nonce);
      const body = cipher.update(value, "utf8");
      // In GCM `final` adds no bytes; it only computes the tag.
      cipher.final();
      const encrypted = Buffer.allocUnsafe(28 + body.length);
      nonce.copy(encrypted);
      cipher.getAuthTag().copy(encrypted, 12);
      body.copy(encrypted, 28);
      return `v${version}.${encrypted.toString("base64")}`;
    },
    decrypt,
    decryptShown: (stored) => shown.of(stored, decrypt),
    hash: (value) => digest(value.trim().toUpperCase()),
    digest,
  };
}

/** Random bytes are generated for many nonces at a time, since a call of the generator costs more than the bytes. */
let nonces = Buffer.alloc(0);
let used = 0;
function nextNonce(): Buffer {
  if (used === nonces.length) {
    nonces = randomBytes(12 * 256);
    used = 0;
  }
  return nonces.subarray(used, (used += 12));
}
