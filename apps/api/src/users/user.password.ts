import { sql } from "kysely";
import type { Tx } from "../core/db.ts";
import { hashPassword, randomPassword } from "../core/password.ts";
import type { Services } from "../core/services.ts";
import { sendSms } from "../notices/notices.queries.ts";

/** Sends a password to the phone of its account; nobody else learns it. */
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

/** The last three passwords are kept, as hashes, so that they are not taken again. */
export const storePassword = async (tx: Tx, userId: string, passwordHash: string, mustChange: 0 | 1): Promise<void> =>
  void (await sql`update app_user set password_history = (array_remove(array[password_hash] || password_history, null))[1:2], password_hash = ${passwordHash},
      password_time = now(), must_change = ${mustChange}, update_time = now(), version = version + 1
    where id = ${userId}`.execute(tx));

/**
 * Gives an account, whose row is locked, a random password that has to be changed at the next sign-in, and sends it to a phone; all its sessions end
 * (database trigger). Whether it may be is decided before (`mustMayChange`, or by two administrators).
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
