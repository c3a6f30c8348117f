import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type EnvelopeKeys, keySizes, macText, type EncryptedBody } from "@jipei/contract/auth/envelope.ts";

export type Keys = EnvelopeKeys<Buffer>;
type Direction = "request" | "answer";

/** The key derivation function of GM/T 0003: SM3 of the seed and a counter, as often as needed. @param seed hex */
export function deriveKeys(seed: string): Keys {
  const wanted = Object.values(keySizes).reduce((sum, size) => sum + size, 0);
  const blocks: Buffer[] = [];
  for (let counter = 1; blocks.length * 32 < wanted; counter++) {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(counter);
    blocks.push(createHash("sm3").update(Buffer.from(seed, "hex")).update(number).digest());
  }
  return splitKeys(Buffer.concat(blocks).subarray(0, wanted));
}

/** The keys in one piece, as they are stored. */
export const joinKeys = (keys: Keys): Buffer =>
  Buffer.concat(Object.keys(keySizes).map((name) => keys[name as keyof Keys]));
/** The keys from their stored form. */
export function splitKeys(material: Buffer): Keys {
  let at = 0;
  return Object.fromEntries(
    Object.entries(keySizes).map(([name, size]) => [name, material.subarray(at, (at += size))]),
  ) as Keys;
}

const computeMac = (key: Buffer, direction: Direction, path: string, body: Omit<EncryptedBody, "mac">): Buffer =>
  createHmac("sm3", key)
    .update(macText(direction, path, body))
    .digest();

/** Encrypts the text, then signs the ciphertext. */
export function encrypt(
  keys: Keys,
  direction: Direction,
  path: string,
  head: Pick<EncryptedBody, "keyId" | "timestamp" | "nonce">,
  text: string,
): EncryptedBody {
  const iv = randomBytes(16);
  const cipher = createCipheriv("sm4-cbc", keys[`${direction}Cipher`], iv);
  const body = {
    ...head,
    iv: iv.toString("hex"),
    data: Buffer.concat([cipher.update(text, "utf8"), cipher.final()]).toString("base64"),
  };
  return { ...body, mac: computeMac(keys[`${direction}Mac`], direction, path, body).toString("hex") };
}

/** Whether the body was written by a holder of the keys, for this path and direction. Check it before decrypting. */
export const isGenuine = (keys: Keys, direction: Direction, path: string, body: EncryptedBody): boolean =>
  timingSafeEqual(computeMac(keys[`${direction}Mac`], direction, path, body), Buffer.from(body.mac, "hex"));

/** Decrypts the text of a genuine body. @throws when it cannot be decrypted */
export function decrypt(keys: Keys, direction: Direction, body: EncryptedBody): string {
  const decipher = createDecipheriv("sm4-cbc", keys[`${direction}Cipher`], Buffer.from(body.iv, "hex"));
  return Buffer.concat([decipher.update(body.data, "base64"), decipher.final()]).toString("utf8");
}
