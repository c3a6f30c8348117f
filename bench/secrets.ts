import type { Cipher } from "../apps/api/src/core/security/cipher.ts";

/** Number of different secrets that the rows of a table share: more than any page shows. */
export const differentSecrets = 997;

/** Encrypts one value again and again, with a different result each time. Encrypting a value for each row would take most of the time of filling. */
export const getSecrets = (cipher: Cipher, value: string): string[] =>
  Array.from({ length: differentSecrets }, () => cipher.encrypt(value));
