/** What a browser has in place of Node's `crypto` (vite.config.ts). */
export const webcrypto = globalThis.crypto;
