import type { Actor } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import type { Tx } from "../../core/database/db.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { storePassword } from "./user.password.ts";
import {
  checkNewPassword,
  checkPassword,
  hashPassword,
  passwordContainsAccount,
  nextPassword,
  type PasswordField,
} from "../../core/security/password.ts";

/**
 * Changes a password to one the user chose; all sessions of the user end.
 * @param oldPassword null where another proof was given instead (a code sent to the phone)
 * @param field the input field of the new password
 * @throws FIELD_INVALID naming the field
 */
export async function changePassword(
  tx: Tx,
  app: Services,
  actor: Actor,
  userId: string,
  oldPassword: string | null,
  newPassword: string,
  field: PasswordField = nextPassword,
): Promise<void> {
  const user = await tx
    .selectFrom("appUser")
    .select(["account", "realName", "phone", "loginType", "idNumberHash", "passwordHash", "passwordHistory"])
    .where("id", "=", userId)
    .where("isDeleted", "=", 0)
    .forUpdate()
    .executeTakeFirst();
  if (!user) throw new Refusal("NOT_FOUND");
  if (oldPassword !== null && !(await checkPassword(user.passwordHash, oldPassword)))
    throw invalidField("oldPassword", "原密码", "Old password", "原密码不正确", "old password is wrong");
  checkNewPassword(
    newPassword,
    { account: user.account, name: user.realName, phone: user.phone && app.cipher.decrypt(user.phone) },
    field,
  );
  if (user.loginType === "2") assertHoldsNoIdNumber(app, newPassword, user.idNumberHash, field);
  await assertNotUsed(tx, userId, newPassword, field);
  await storePassword(tx, userId, await hashPassword(newPassword), 0);
  await writeAudit(tx, actor, [{ bizType: "User", bizId: userId, action: "changePassword" }]);
}

/** @throws FIELD_INVALID for one of the last three passwords of a user */
export async function assertNotUsed(tx: Tx, userId: string, password: string, field: PasswordField): Promise<void> {
  const { passwordHash, passwordHistory } = await tx
    .selectFrom("appUser")
    .select(["passwordHash", "passwordHistory"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (await checkPassword(passwordHash, password))
    throw invalidField(field.name, field.zh, field.en, "新密码不能与原密码相同", "new password equals the old one");
  for (const used of passwordHistory)
    if (await checkPassword(used, password))
      throw invalidField(
        field.name,
        field.zh,
        field.en,
        "不能使用最近3次用过的密码",
        "one of your last three passwords",
      );
}

/** Shortest and longest ID number, in characters. */
const [shortestIdNumber, longestIdNumber] = [6, 30];

/**
 * Students sign in with their ID number, so a password must not contain it. Only its hash is stored: every part of the password is hashed and compared.
 * @throws FIELD_INVALID
 */
export function assertHoldsNoIdNumber(
  { cipher }: Services,
  password: string,
  idNumberHash: string | null,
  field: PasswordField,
): void {
  for (let from = 0; from + shortestIdNumber <= password.length; from++)
    for (let to = from + shortestIdNumber; to <= Math.min(password.length, from + longestIdNumber); to++)
      if (cipher.hash(password.slice(from, to)) === idNumberHash) throw passwordContainsAccount(field);
}
