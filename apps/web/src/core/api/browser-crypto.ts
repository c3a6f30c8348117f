/** Replaces Node's `crypto` in the browser (vite.config.ts). */
export const webcrypto = globalThis.crypto;
