import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { sm2 } from "sm-crypto-v2";
import { createGate } from "./gate.ts";
import { type Keys, sm2Pairs } from "./keys.ts";
import { isGuessable } from "./password-strength.ts";
import { invalidField } from "./refusal.ts";

/** argon2id, 19 MiB, two passes, one lane: about 7 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * All hashing of this process goes through here: unbounded it would occupy the thread pool that files, DNS and compression share,
 * and the whole server would stand still.
 */
export const hashing = createGate(Math.max(1, availableParallelism() - 1), 250);

/** The hash that is stored, argon2id. @throws RATE_LIMIT when too many wait */
export const hashPassword = (password: string): Promise<string> => hashing(() => hash(password, cost));

let nobodys: Promise<string> | undefined;

/** Compares a password inside the caller's slot of `hashing`. An account that does not exist takes the same time as one that does. */
export async function matches(passwordHash: string | null, password: string): Promise<boolean> {
  nobodys ??= hash("nobody has this password", cost);
  const right = await verify(passwordHash ?? (await nobodys), password);
  return right && passwordHash !== null;
}
/** As `matches`, in its turn. @throws RATE_LIMIT when too many wait */
export const checkPassword = (passwordHash: string | null, password: string): Promise<boolean> =>
  hashing(() => matches(passwordHash, password));

/**
 * A password as it was sent: SM2 ciphertext in hex (C1C3C2 or C1C2C3, with or without the leading 04) or plain.
 * @returns null when it looks encrypted but cannot be opened with our key
 */
export function readPassword(keys: Keys, sent: string): string | null {
  // C1 and C3 alone are 192 digits; a plain password has at most 64 characters.
  if (!/^[0-9a-f]{194,}$/i.test(sent)) return sent;
  const bodies = sent.startsWith("04") ? [sent.slice(2), sent] : [sent];
  for (const body of bodies)
    for (const { privateKey } of sm2Pairs(keys))
      for (const mode of [1, 0]) {
        const opened = openSm2(body, privateKey, mode);
        if (opened) return opened;
      }
  return null;
}

/** As `readPassword`, for a field that must be readable. @throws FIELD_INVALID naming the field */
export function openedPassword(keys: Keys, sent: string, field: string): string {
  const password = readPassword(keys, sent);
  if (password === null) throw invalidField(field, "密码", "Password", "无法解密", "cannot be decrypted");
  return password;
}

function openSm2(body: string, privateKey: string, mode: number): string {
  try {
    return sm2.doDecrypt(body, privateKey, mode, { output: "string" });
  } catch {
    return "";
  }
}

/** The field that a new password came in, as a refusal names it. */
export interface PasswordField {
  name: string;
  zh: string;
  en: string;
}
/** Of an account that is made. */
export const firstPassword: PasswordField = { name: "password", zh: "密码", en: "Password" };
/** In place of one there was. */
export const nextPassword: PasswordField = { name: "newPassword", zh: "新密码", en: "New password" };

/** Whose password it is to be: what he is known by does not make it harder to guess. */
export interface PasswordOwner {
  account: string;
  name?: string | null;
  phone?: string | null;
}

/** The rule for a new password. @throws FIELD_INVALID */
export function checkNewPassword(
  password: string,
  { account, name, phone }: PasswordOwner,
  field: PasswordField,
): void {
  const refuse = (zh: string, en: string) => invalidField(field.name, field.zh, field.en, zh, en);
  if (!/^(?=.*[A-Za-z])(?=.*\d)\S{8,64}$/.test(password))
    throw refuse("密码须为8–64位且同时包含字母和数字", "password must have 8–64 characters with letters and digits");
  if (account && password.toLowerCase().includes(account.toLowerCase())) throw holdsAccount(field);
  if (isGuessable(password, [account, name ?? "", phone ?? ""]))
    throw refuse(
      "密码过于常见，请勿使用常用密码、姓名、电话、日期等易被猜到的内容",
      "too easy to guess; avoid common passwords, names, phone numbers and dates",
    );
}

/** Said of a new password with the account in it. */
export const holdsAccount = ({ name, zh, en }: PasswordField) =>
  invalidField(name, zh, en, "密码不能包含账号", "password must not contain the account");

// Without the letters and digits that are read wrongly from a telephone.
const letters = "abcdefghjkmnpqrstuvwxyz";
const digits = "23456789";

/** Ten random characters with letters and digits; never such as the rule would refuse by chance. */
export function randomPassword(): string {
  const from = (set: string) => set[randomInt(set.length)] as string;
  const chars = Array.from({ length: 10 }, () => from(letters + digits));
  chars[randomInt(5)] = from(letters);
  chars[5 + randomInt(5)] = from(digits);
  const made = chars.join("");
  return isGuessable(made) ? randomPassword() : made;
}
