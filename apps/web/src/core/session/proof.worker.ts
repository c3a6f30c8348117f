import { sha256 } from "@noble/hashes/sha2";
import type { DeriveKeyFunction } from "altcha-lib/types";
import { handler } from "altcha-lib/workers/shared";

/** Rounds of SHA-256, as the server does them. Not with the browser's own: that is there over https and on localhost only. */
const deriveKey: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => {
  const first = new Uint8Array(salt.length + password.length);
  first.set(salt);
  first.set(password, salt.length);
  let digest: Uint8Array<ArrayBuffer> = first;
  for (let round = 0; round < cost; round++) digest = new Uint8Array(sha256(digest));
  return { derivedKey: digest.slice(0, keyLength) };
};

handler({ deriveKey });
