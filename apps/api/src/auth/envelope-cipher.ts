import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type EnvelopeKeys, keySizes, macText, type SealedBody } from "@jipei/contract/auth/envelope.ts";

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
/** The keys out of one piece. */
export function splitKeys(material: Buffer): Keys {
  let at = 0;
  return Object.fromEntries(
    Object.entries(keySizes).map(([name, size]) => [name, material.subarray(at, (at += size))]),
  ) as Keys;
}

const macOf = (key: Buffer, direction: Direction, path: string, body: Omit<SealedBody, "mac">): Buffer =>
  createHmac("sm3", key)
    .update(macText(direction, path, body))
    .digest();

/** Encrypts, then signs what was encrypted. */
export function seal(
  keys: Keys,
  direction: Direction,
  path: string,
  head: Pick<SealedBody, "keyId" | "timestamp" | "nonce">,
  text: string,
): SealedBody {
  const iv = randomBytes(16);
  const cipher = createCipheriv("sm4-cbc", keys[`${direction}Cipher`], iv);
  const body = {
    ...head,
    iv: iv.toString("hex"),
    data: Buffer.concat([cipher.update(text, "utf8"), cipher.final()]).toString("base64"),
  };
  return { ...body, mac: macOf(keys[`${direction}Mac`], direction, path, body).toString("hex") };
}

/** Whether nobody but the holder of the keys wrote this body, for this path and direction. Nothing is decrypted before it is known. */
export const isGenuine = (keys: Keys, direction: Direction, path: string, body: SealedBody): boolean =>
  timingSafeEqual(macOf(keys[`${direction}Mac`], direction, path, body), Buffer.from(body.mac, "hex"));

/** The text of a genuine body. @throws when it cannot be decrypted */
export function open(keys: Keys, direction: Direction, body: SealedBody): string {
  const decipher = createDecipheriv("sm4-cbc", keys[`${direction}Cipher`], Buffer.from(body.iv, "hex"));
  return Buffer.concat([decipher.update(body.data, "base64"), decipher.final()]).toString("utf8");
}
