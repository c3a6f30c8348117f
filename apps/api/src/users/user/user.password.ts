import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { hashPassword, randomPassword } from "../../core/security/password.ts";
import type { Services } from "../../core/foundation/services.ts";
import { sendSms } from "../../notices/notices.queries.ts";

/** Sends a password to the phone of its account, and to nobody else. */
export const sendPassword = (
  tx: Tx,
  app: Services,
  userId: string,
  account: string,
  phone: string,
  password: string,
): Promise<void> =>
  sendSms(tx, app, {
    template: "PASSWORD_RESET",
    phone,
    params: { account, password },
    bizType: "User",
    bizId: userId,
  });

/** Stores a password. Hashes of the last three are stored, so that none of them is chosen again. */
export const storePassword = async (
  tx: Tx,
  userId: string,
  passwordHash: string,
  needsNewPassword: 0 | 1,
): Promise<void> =>
  void (await sql`update app_user set password_history = (array_remove(array[password_hash] || password_history, null))[1:2], password_hash = ${passwordHash},
      password_time = now(), must_change = ${needsNewPassword}, update_time = now(), version = version + 1
    where id = ${userId}`.execute(tx));

/**
 * Gives an account a random password that has to be changed at the next sign-in, and sends it to a phone. The row of the account must be locked; its
 * sessions end (database trigger). The caller checks before that this is allowed (`assertMayChange`, or two administrators).
 */
export async function giveRandomPassword(
  tx: Tx,
  app: Services,
  { id, account }: { id: string; account: string },
  phone: string,
): Promise<void> {
  const password = randomPassword();
  await storePassword(tx, id, await hashPassword(password), 1);
  await sendPassword(tx, app, id, account, phone, password);
}
