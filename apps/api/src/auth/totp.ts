import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** One-time passwords by the clock (RFC 6238 over RFC 4226): SHA-1, six digits, a step of 30 seconds, as every authenticator knows them. */
const stepSeconds = 30;
const digits = 6;
/** Steps before and after the present one whose codes count too: clocks differ, and people type. */
const tolerance = 1;

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Bytes as base32 (RFC 4648) without padding, as they are typed into an authenticator. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

function bytesOf(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}

/** A secret of 160 bits, as RFC 4226 wants them, in base32. */
export const newTotpSecret = (): string => base32(randomBytes(20));

/** The step that a moment lies in. @param at milliseconds since 1970 */
export const stepOf = (at: number): number => Math.floor(at / 1000 / stepSeconds);

/** The code of a step. @param secret base32 */
export function codeOfStep(secret: string, step: number, length: number = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", bytesOf(secret)).update(counter).digest();
  const offset = (mac[mac.length - 1] as number) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** length).padStart(length, "0");
}

/**
 * The step whose code this is, null when it is none of those that count now.
 * @param after the last step that was used: its code and older ones count no more
 */
export function stepOfCode(secret: string, code: string, after: number, at: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const now = stepOf(at);
  for (let step = now - tolerance; step <= now + tolerance; step++)
    if (step > after && timingSafeEqual(Buffer.from(codeOfStep(secret, step)), Buffer.from(code))) return step;
  return null;
}

/** What the picture of a secret says to an authenticator. @param issuer who asks for the codes @param account whose codes they are */
export const otpAddress = (secret: string, issuer: string, account: string): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`;
