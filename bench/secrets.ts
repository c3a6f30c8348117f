import type { Cipher } from "../apps/api/src/core/cipher.ts";

/** How many different secrets the rows of a table share: more than any page shows. */
export const differentSecrets = 997;

/** One value encrypted again and again, each time to something else. Encrypting each row's own would take most of the time of filling. */
export const secretsOf = (cipher: Cipher, value: string): string[] =>
  Array.from({ length: differentSecrets }, () => cipher.encrypt(value));
