import { type EnvelopeKeys, keySizes, macText, type EncryptedBody } from "@jipei/contract/auth/envelope.ts";
import { sm2, sm3, sm4 } from "sm-crypto-v2";

/** The client’s half of the envelope (docs/security.md): SM2 agreement, SM4-CBC, then HMAC-SM3. All values are hex. */
export type Keys = EnvelopeKeys<string>;
type Direction = "request" | "answer";

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const toBytes = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const random = (bytes: number): string => toHex(crypto.getRandomValues(new Uint8Array(bytes)));

/** The base point of SM2's curve and its order (GB/T 32918.5). */
const basePoint =
  "0432c4ae2c1f1981195f9904466a39c9948fe30bbff2660be1715a4589334c74c7bc3736a2f4f6779c59bdcee36b692153d0a9877cc62a474002df32e52139f0a0";
const order = BigInt("0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123");

/** A random number from 1 to the order less 2 (GB/T 32918.1 §6.1); others, one in four billion, are drawn again. */
function newPrivateKey(): string {
  for (;;) {
    const key = random(32);
    const number = BigInt(`0x${key}`);
    if (number > 0 && number < order - BigInt(1)) return key;
  }
}

/**
 * A key pair for one session. The library's own function first computes a table that pays off after many keys, which would take a tenth of a
 * second of each page load.
 */
export function newKeyPair(): { privateKey: string; publicKey: string } {
  const privateKey = newPrivateKey();
  return { privateKey, publicKey: toHex(sm2.ecdh(privateKey, basePoint, false)) };
}

export const sharedPoint = (privateKey: string, publicKey: string): string => toHex(sm2.ecdh(privateKey, publicKey));

/** The key derivation function of GM/T 0003: SM3 of the seed and a counter, as often as needed. */
export function deriveKeys(seed: string): Keys {
  const wanted = Object.values(keySizes).reduce((sum, size) => sum + size, 0) * 2;
  let material = "";
  for (let counter = 1; material.length < wanted; counter++)
    material += sm3(toBytes(seed + counter.toString(16).padStart(8, "0")));
  let at = 0;
  const next = (size: number) => material.slice(at, (at += size * 2));
  return {
    requestCipher: next(keySizes.requestCipher),
    requestMac: next(keySizes.requestMac),
    answerCipher: next(keySizes.answerCipher),
    answerMac: next(keySizes.answerMac),
  };
}

const computeMac = (keys: Keys, direction: Direction, path: string, body: Omit<EncryptedBody, "mac">): string =>
  sm3(new TextEncoder().encode(macText(direction, path, body)), { key: keys[`${direction}Mac`] });

/** Encrypts a text for a path, then signs it. */
export function encrypt(keys: Keys, path: string, keyId: string, timestamp: number, text: string): EncryptedBody {
  const iv = random(16);
  const encrypted = sm4.encrypt(new TextEncoder().encode(text), keys.requestCipher, {
    mode: "cbc",
    iv,
    output: "array",
  });
  const body = { keyId, timestamp, nonce: random(16), iv, data: btoa(String.fromCharCode(...encrypted)) };
  return { ...body, mac: computeMac(keys, "request", path, body) };
}

/**
 * Verifies and decrypts the answer to this request.
 * @throws when the MAC is wrong, or it answers another request
 */
export function openAnswer(keys: Keys, path: string, request: EncryptedBody, answer: EncryptedBody): string {
  if (
    answer.nonce !== request.nonce ||
    answer.keyId !== request.keyId ||
    computeMac(keys, "answer", path, answer) !== answer.mac
  )
    throw new Error("the sealed answer is not genuine");
  const data = Uint8Array.from(atob(answer.data), (char) => char.charCodeAt(0));
  return new TextDecoder().decode(
    sm4.decrypt(data, keys.answerCipher, { mode: "cbc", iv: answer.iv, output: "array" }),
  );
}
