import { type EnvelopeKeys, keySizes, macText, type SealedBody } from "@jipei/contract/auth/envelope.ts";
import { sm2, sm3, sm4 } from "sm-crypto-v2";

/** The browser's half of the envelope (docs/security.md): SM2 agreement, SM4-CBC, then HMAC-SM3. All values are hex. */
export type Keys = EnvelopeKeys<string>;
type Direction = "request" | "answer";

export const newKeyPair = () => sm2.generateKeyPairHex();

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

export const sharedPoint = (privateKey: string, publicKey: string): string => hexOf(sm2.ecdh(privateKey, publicKey));

/** The key derivation function of GM/T 0003: SM3 of the seed and a counter, as often as needed. */
export function deriveKeys(seed: string): Keys {
  const wanted = Object.values(keySizes).reduce((sum, size) => sum + size, 0) * 2;
  let material = "";
  for (let counter = 1; material.length < wanted; counter++)
    material += sm3(bytesOf(seed + counter.toString(16).padStart(8, "0")));
  let at = 0;
  return Object.fromEntries(
    Object.entries(keySizes).map(([name, size]) => [name, material.slice(at, (at += size * 2))]),
  ) as unknown as Keys;
}

const random = (bytes: number): string => hexOf(crypto.getRandomValues(new Uint8Array(bytes)));
const macOf = (keys: Keys, direction: Direction, path: string, body: Omit<SealedBody, "mac">): string =>
  sm3(new TextEncoder().encode(macText(direction, path, body)), { key: keys[`${direction}Mac`] });

/** Encrypts a text for a path, then signs it. */
export function seal(keys: Keys, path: string, keyId: string, timestamp: number, text: string): SealedBody {
  const iv = random(16);
  const encrypted = sm4.encrypt(new TextEncoder().encode(text), keys.requestCipher, {
    mode: "cbc",
    iv,
    output: "array",
  });
  const body = { keyId, timestamp, nonce: random(16), iv, data: btoa(String.fromCharCode(...encrypted)) };
  return { ...body, mac: macOf(keys, "request", path, body) };
}

/**
 * The text of an answer, which must be the one to this request.
 * @throws when somebody else wrote it, or it answers another request
 */
export function openAnswer(keys: Keys, path: string, request: SealedBody, answer: SealedBody): string {
  if (
    answer.nonce !== request.nonce ||
    answer.keyId !== request.keyId ||
    macOf(keys, "answer", path, answer) !== answer.mac
  )
    throw new Error("the sealed answer is not genuine");
  const data = Uint8Array.from(atob(answer.data), (char) => char.charCodeAt(0));
  return new TextDecoder().decode(
    sm4.decrypt(data, keys.answerCipher, { mode: "cbc", iv: answer.iv, output: "array" }),
  );
}
