import { Secret, TOTP } from "otpauth";

/** One-time passwords by the clock (RFC 6238): SHA-1, six digits, a step of 30 seconds, as every authenticator knows them. */
const fixed = { algorithm: "SHA1", digits: 6, period: 30 };
/** Steps before and after the current one whose codes are accepted too: clocks differ, and typing takes time. */
const tolerance = 1;

/** A secret of 160 bits, as RFC 4226 wants them, in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The step that a moment lies in. @param at milliseconds since 1970 */
export const getStep = (at: number): number => TOTP.counter({ timestamp: at, period: fixed.period });

/** The code of a step. @param secret base32 */
export const computeCode = (secret: string, step: number): string =>
  new TOTP({ ...fixed, secret }).generate({ timestamp: step * fixed.period * 1000 });

/**
 * The step that a code belongs to, null when it is not valid now.
 * @param after the last step that was used: its code and older ones are not valid any more
 */
export function findStep(secret: string, code: string, after: number, at: number): number | null {
  // The library throws for six characters that have more than six bytes.
  if (!/^\d{6}$/.test(code)) return null;
  const delta = new TOTP({ ...fixed, secret }).validate({ token: code, timestamp: at, window: tolerance });
  if (delta === null) return null;
  const step = getStep(at) + delta;
  return step > after ? step : null;
}

/** The address in the QR code of a secret, for authenticators. @param issuer name of this product @param account name of the account */
export const otpAddress = (secret: string, issuer: string, account: string): string =>
  new TOTP({ ...fixed, secret, issuer, label: account }).toString();
