import { sql } from "kysely";
import { endSessions } from "../../auth/auth.queries.ts";
import { assertMayChange } from "../../access/access.queries.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import type { Tx } from "../../core/database/db.ts";
import { Refusal, getFailure } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { notify, sendSms } from "../../notices/notices.queries.ts";

/** Login types among which a phone belongs to at most one enabled account. Students prove theirs (docs/decisions/0140-text-messages.md). */
const exclusive = ["0", "1", "3"];

const taken = { field: { zh: "使用该手机的启用账号", en: "An enabled account with this mobile phone" } };

/**
 * Refuses a phone that another enabled account has. The unique index refuses the second of two concurrent writes.
 * @param id the account itself, null while it is new @throws DUPLICATE at the phone
 */
export async function assertPhoneUnique(
  tx: Tx,
  { id, loginType, phoneHash }: { id: string | null; loginType: string; phoneHash: string | null },
): Promise<void> {
  if (phoneHash === null || !exclusive.includes(loginType)) return;
  const { rows } =
    await sql`select 1 from app_user where phone_hash = ${phoneHash} and is_deleted = 0 and status = '1' and login_type = any(${exclusive}) and id is distinct from ${id}::bigint limit 1`.execute(
      tx,
    );
  if (rows.length > 0)
    throw new Refusal("DUPLICATE", taken, [{ ...getFailure(new Refusal("DUPLICATE", taken), null), field: "phone" }]);
}

/** As `assertPhoneUnique`, for a stored account that is about to be enabled. */
export async function assertAccountPhoneUnique(tx: Tx, id: string): Promise<void> {
  const { loginType, phoneHash } = await tx
    .selectFrom("appUser")
    .select(["loginType", "phoneHash"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await assertPhoneUnique(tx, { id, loginType, phoneHash });
}

/** From now on the phone can be used to sign in and receives passwords. Call it after the number is written, which resets the mark (database trigger). */
export const markPhoneProven = async (tx: Tx, userId: string): Promise<void> =>
  void (await sql`update app_user set phone_proven = '1' where id = ${userId}`.execute(tx));

/** Sends an SMS to the number that an account had until now. */
export async function notifyOldPhone(
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
 * Must be called when somebody else than its owner has changed the phone of an account. The old number gets an SMS, the owner a message; the owner's
 * sessions end, and the new number cannot be used to sign in until the owner has proven it.
 * @param user as saved @throws ROLE_DENIED where the actor may not change it
 */
export async function afterPhoneSet(
  tx: Tx,
  app: Services,
  actor: Actor,
  user: { id: string; account: string; phone: string | null },
  oldPhone: string | null,
): Promise<void> {
  if (user.phone === oldPhone) return;
  const allowed = await assertMayChange(tx, actor, "phone", [user.id]);
  if (allowed.get(user.id) === "free") return markPhoneProven(tx, user.id);
  await notifyOldPhone(tx, app, user, oldPhone);
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
