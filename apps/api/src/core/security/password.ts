import { isGoodPassword } from "@jipei/contract/core/fields/formats.ts";
import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { sm2 } from "sm-crypto-v2";
import { createSemaphore } from "../foundation/semaphore.ts";
import { type Keys, sm2Pairs } from "./keys.ts";
import { isGuessable } from "./password-strength.ts";
import { invalidField } from "../foundation/refusal.ts";

/** argon2id, 19 MiB, two passes, one lane: about 7 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * The semaphore for all password hashing of this process. Without it, hashing would occupy the thread pool that files, DNS and compression
 * share, and the whole server would stall.
 */
export const hashing = createSemaphore(Math.max(1, availableParallelism() - 1), 250);

/** Makes the hash that is stored (argon2id). @throws RATE_LIMIT when too many calls wait */
export const hashPassword = (password: string): Promise<string> => hashing(() => hash(password, cost));

let dummyHash: Promise<string> | undefined;

/** Verifies a password inside the caller's slot of `hashing`. Without a stored hash it takes the same time, so that it does not reveal which accounts exist. */
export async function matches(passwordHash: string | null, password: string): Promise<boolean> {
  dummyHash ??= hash("nobody has this password", cost);
  const right = await verify(passwordHash ?? (await dummyHash), password);
  return right && passwordHash !== null;
}
/** Does the same as `matches`, in a slot of its own. @throws RATE_LIMIT when too many calls wait */
export const checkPassword = (passwordHash: string | null, password: string): Promise<boolean> =>
  hashing(() => matches(passwordHash, password));

/**
 * Reads a password as it was sent: SM2 ciphertext in hex (C1C3C2 or C1C2C3, with or without the leading 04), or plain.
 * @returns null when it looks encrypted but cannot be decrypted with our key
 */
export function readPassword(keys: Keys, sent: string): string | null {
  // C1 and C3 alone are 192 digits; a plain password has at most 64 characters.
  if (!/^[0-9a-f]{194,}$/i.test(sent)) return sent;
  const bodies = sent.startsWith("04") ? [sent.slice(2), sent] : [sent];
  for (const body of bodies)
    for (const { privateKey } of sm2Pairs(keys))
      for (const mode of [1, 0]) {
        const decrypted = decryptSm2(body, privateKey, mode);
        if (decrypted) return decrypted;
      }
  return null;
}

/** Does the same as `readPassword` for a field that must be readable. @throws FIELD_INVALID naming the field */
export function decryptPassword(keys: Keys, sent: string, field: string): string {
  const password = readPassword(keys, sent);
  if (password === null) throw invalidField(field, "密码", "Password", "无法解密", "cannot be decrypted");
  return password;
}

function decryptSm2(body: string, privateKey: string, mode: number): string {
  try {
    return sm2.doDecrypt(body, privateKey, mode, { output: "string" });
  } catch {
    return "";
  }
}

/** The field that holds a new password, as refusals name it. */
export interface PasswordField {
  name: string;
  zh: string;
  en: string;
}
/** The password field of a new account. */
export const firstPassword: PasswordField = { name: "password", zh: "密码", en: "Password" };
/** The field of a password that replaces an old one. */
export const nextPassword: PasswordField = { name: "newPassword", zh: "新密码", en: "New password" };

/** The owner of a new password. Words that others know about them make a password easy to guess. */
export interface PasswordOwner {
  account: string;
  name?: string | null;
  phone?: string | null;
}

/** Checks the rules for a new password. @throws FIELD_INVALID */
export function checkNewPassword(
  password: string,
  { account, name, phone }: PasswordOwner,
  field: PasswordField,
): void {
  const refuse = (zh: string, en: string) => invalidField(field.name, field.zh, field.en, zh, en);
  if (!isGoodPassword(password))
    throw refuse("密码须为8–64位且同时包含字母和数字", "password must have 8–64 characters with letters and digits");
  if (account && password.toLowerCase().includes(account.toLowerCase())) throw passwordContainsAccount(field);
  if (isGuessable(password, [account, name ?? "", phone ?? ""]))
    throw refuse(
      "密码过于常见，请勿使用常用密码、姓名、电话、日期等易被猜到的内容",
      "too easy to guess; avoid common passwords, names, phone numbers and dates",
    );
}

/** The refusal of a new password that contains the account. */
export const passwordContainsAccount = ({ name, zh, en }: PasswordField) =>
  invalidField(name, zh, en, "密码不能包含账号", "password must not contain the account");

// Without letters and digits that are easily confused when read out over the phone.
const letters = "abcdefghjkmnpqrstuvwxyz";
const digits = "23456789";

/** Ten random characters with letters and digits, which pass `checkNewPassword`. */
export function randomPassword(): string {
  const from = (set: string) => set[randomInt(set.length)] as string;
  const chars = Array.from({ length: 10 }, () => from(letters + digits));
  chars[randomInt(5)] = from(letters);
  chars[5 + randomInt(5)] = from(digits);
  const made = chars.join("");
  return isGuessable(made) ? randomPassword() : made;
}
