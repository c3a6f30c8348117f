import { call } from "../core/call.ts";
import { int, long, text } from "../core/fields/field.ts";
import { form, record } from "../core/fields/shape.ts";

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

export const encryptedBody = form<EncryptedBody>("EncryptedBody", "加密内容", "An encrypted body", () => ({
  keyId: text(36, "密钥标识", "Key id", "required"),
  timestamp: int("时间戳（毫秒）", "Moment in milliseconds", "required"),
  nonce: text(32, "随机数", "Nonce", "required"),
  iv: text(32, "初始向量", "Initialisation vector", "required"),
  data: long("密文（base64）", "Cipher text in base64", "required"),
  mac: text(64, "校验码", "MAC", "required"),
}));

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

export const keyAnswer = form<KeyAnswer>("KeyAnswer", "密钥协商结果", "The server's half of a key agreement", () => ({
  keyId: text(36, "密钥标识", "Key id", "required"),
  publicKey: text(130, "公钥", "Public key", "required"),
  serverTime: int("服务器时间（毫秒）", "Time of the server in milliseconds", "required"),
}));

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
  output: keyAnswer,
});
