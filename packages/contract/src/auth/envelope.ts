import { call } from "../core/call.ts";
import { text } from "../core/fields/field.ts";
import { any, record } from "../core/fields/shape.ts";

/**
 * The envelope of the system service's `.action` calls: SM4-CBC, then HMAC-SM3 over everything, with keys that one session agreed on.
 * docs/security.md describes it; both sides read the sizes and the text that is signed from here.
 */

/** An encrypted body as it travels. `data` is base64, the rest hex, but for the moment in milliseconds. */
export interface EncryptedBody {
  keyId: string;
  timestamp: number;
  nonce: string;
  iv: string;
  data: string;
  mac: string;
}

/** Bytes of key material in their order: one key for each purpose and direction, so that an answer can never pass as a request. */
export const keySizes = { requestCipher: 16, requestMac: 32, answerCipher: 16, answerMac: 32 } as const;
export type EnvelopeKeys<B> = Record<keyof typeof keySizes, B>;

/** How far the clocks of both sides may differ, in milliseconds; nonces are kept longer than that. */
export const clockTolerance = 5 * 60_000;

/** The text that a MAC covers: direction and path, so that a body cannot be sent to another call. An answer repeats its request's nonce. */
export const macText = (direction: "request" | "answer", path: string, body: Omit<EncryptedBody, "mac">): string =>
  [direction, path, body.keyId, body.timestamp, body.nonce, body.iv, body.data].join("\n");

/** What the key derivation starts from, all hex: two shared points (one with the server's lasting key), both public keys, the key's name. */
export const keySeed = (parts: {
  ephemeral: string;
  lasting: string;
  clientPublicKey: string;
  serverPublicKey: string;
  keyId: string;
}): string =>
  `${parts.ephemeral}${parts.lasting}${parts.clientPublicKey}${parts.serverPublicKey}${parts.keyId.replaceAll("-", "")}`.toLowerCase();

/** The server's half of a key agreement. */
export interface KeyAnswer {
  keyId: string;
  publicKey: string;
  /** Milliseconds. */
  serverTime: number;
}

/** Agrees on keys for this session: public keys go both ways, secrets neither. */
export const envelopeKey = call({
  name: "Auth.envelopeKey",
  method: "POST",
  path: "/api/blade-auth/oauth/envelope-key",
  zh: "协商加密密钥",
  en: "Agree on an encryption key",
  access: "signedIn",
  beforePassword: true,
  // Every page load agrees on new keys, which is not an action for the logs.
  writes: false,
  input: record({ publicKey: text(130, "公钥", "Public key", "required") }),
  output: any<KeyAnswer>(),
});
