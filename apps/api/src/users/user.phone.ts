import { sql } from "kysely";
import { mustMayChange } from "../access/access.queries.ts";
import type { Actor } from "../core/actor.ts";
import type { Db, Tx } from "../core/db.ts";
import { Refusal, failureOf } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { notify, sendSms } from "../notices/notices.queries.ts";

/** Kinds of account of which one at most may be enabled with a phone. A student proves his (docs/decisions/0140-text-messages.md). */
const exclusive = ["0", "1", "3"];

const taken = { field: { zh: "使用该手机的启用账号", en: "An enabled account with this mobile phone" } };

/** @param id the account itself, null while it is new @throws DUPLICATE at the phone; the unique index holds against two at once */
export async function mustHavePhoneAlone(
  tx: Tx,
  { id, loginType, phoneHash }: { id: string | null; loginType: string; phoneHash: string | null },
): Promise<void> {
  if (phoneHash === null || !exclusive.includes(loginType)) return;
  const { rows } =
    await sql`select 1 from app_user where phone_hash = ${phoneHash} and is_deleted = 0 and status = '1' and login_type = any(${exclusive}) and id is distinct from ${id}::bigint limit 1`.execute(
      tx,
    );
  if (rows.length > 0)
    throw new Refusal("DUPLICATE", taken, [{ ...failureOf(new Refusal("DUPLICATE", taken), null), field: "phone" }]);
}

/** As `mustHavePhoneAlone`, for an account as it stands, before it is enabled. */
export async function mustEnterAlone(tx: Tx, id: string): Promise<void> {
  const { loginType, phoneHash } = await tx
    .selectFrom("appUser")
    .select(["loginType", "phoneHash"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await mustHavePhoneAlone(tx, { id, loginType, phoneHash });
}

/** From now on the phone signs in and receives passwords. A number that is written unproves itself (database trigger), so this comes after. */
export const markPhoneProven = async (tx: Tx, userId: string): Promise<void> =>
  void (await sql`update app_user set phone_proven = '1' where id = ${userId}`.execute(tx));

/** Tells the number that an account had until now. */
export async function tellOldPhone(
  tx: Tx,
  app: Services,
  { id, account }: { id: string; account: string },
  oldPhone: string | null,
): Promise<void> {
  if (oldPhone)
    await sendSms(tx, app, {
      template: "PHONE_CHANGED",
      phone: oldPhone,
      params: { account },
      bizType: "User",
      bizId: id,
    });
}

/**
 * What follows when somebody else than its owner has written the phone of an account: the old number is told, the owner finds a message, his sessions
 * end, and the new number opens nothing until he has proven it.
 * @param user as it is saved @throws ROLE_DENIED where the actor may not
 */
export async function afterPhoneSet(
  tx: Tx,
  app: Services,
  actor: Actor,
  user: { id: string; account: string; phone: string | null },
  oldPhone: string | null,
): Promise<void> {
  if (user.phone === oldPhone) return;
  const allowed = await mustMayChange(tx, actor, "phone", [user.id]);
  if (allowed.get(user.id) === "free") return markPhoneProven(tx, user.id);
  await tellOldPhone(tx, app, user, oldPhone);
  await notify(tx, {
    to: { userIds: [user.id] },
    title: { zh: "您登记的手机已被更换", en: "Your phone was changed" },
    text: {
      zh: `${actor.name}更换了您账号登记的手机。新手机在您本人验证之前不能用于登录和接收重置的密码；如非本人要求，请联系系统管理员。`,
      en: `${actor.name} changed the phone of your account. The new one neither signs in nor receives passwords until you have proven it; if you did not ask for it, tell a system administrator.`,
    },
    link: "/info/index",
  });
  await endSessions(tx, user.id, "account", actor.sessionId);
}

/** Ends the sessions of a user at once, on every node. @param kept one that goes on */
export const endSessions = async (
  tx: Tx,
  userId: string,
  why: "account" | "factor",
  kept: string | null = null,
): Promise<void> =>
  void (await sql`update login_session set end_time = now(), end_reason = ${why} where user_id = ${userId} and end_time is null and id is distinct from ${kept}::uuid`.execute(
    tx,
  ));

/** The user whose student account has a phone that opens it. */
export async function studentOfPhone(db: Db, app: Services, phone: string): Promise<string | null> {
  const { rows } = await sql<{
    id: string;
  }>`select u.id from student_account a join app_user u on u.id = a.user_id and u.is_deleted = 0 and u.phone_hash = a.phone_hash and u.phone_proven = '1'
    where a.phone_hash = ${app.cipher.hash(phone)} and a.is_deleted = 0 and a.is_valid = 'isValid'`.execute(db);
  return rows[0]?.id ?? null;
}
