import { now } from "../../core/foundation/clock.ts";
import { FourEyesRequest, type fourEyesKind } from "@jipei/contract/users/four-eyes.ts";
import type { Audience } from "@jipei/contract/core/audience.ts";
import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import { User } from "@jipei/contract/users/user.ts";
import { sql } from "kysely";
import { hasFactor, removeFactor } from "../../auth/auth.queries.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import type { Tx } from "../../core/database/db.ts";
import { decryptRow, stored } from "../../core/entity/to-response.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { notify, sendSms } from "../../notices/notices.queries.ts";
import { giveRandomPassword } from "../user/user.password.ts";
import { endSessions } from "../../auth/auth.queries.ts";
import { markPhoneProven, assertPhoneUnique, notifyOldPhone } from "../user/user.phone.ts";
import { lendRoles, assertMayGrantRoles, replaceRoles } from "../user/user.roles.ts";

export interface RequestDetails {
  kind: CodeOf<typeof fourEyesKind>;
  roleIds: string[] | null;
  endDate: string | null;
  /** Decrypted. */
  phone: string | null;
}

/** The user whom a request is about: the row is locked, the phone decrypted. */
export interface Subject {
  id: string;
  account: string;
  realName: string;
  status: string;
  phone: string | null;
  loginType: string;
  accountId: string | null;
  audience: Audience;
}

type Effect = (tx: Tx, app: Services, actor: Actor, subject: Subject, details: RequestDetails) => Promise<void>;

/** Check that a request can be carried out: once when it is made, and again when it is confirmed. */
export const checks: Readonly<Record<RequestDetails["kind"], Effect>> = {
  roles: (tx, _app, actor, subject, { roleIds }) => assertMayGrantRoles(tx, actor, subject, roleIds ?? []),
  async phone(tx, app, _actor, subject, { phone }) {
    // The phone of a student is stored in the student account, and corrected there.
    if (subject.accountId && phone !== subject.phone)
      throw new Refusal("FIELD_FROZEN", {
        field: { zh: "手机（在学员账号中更正）", en: "phone (it is corrected in the student account)" },
      });
    if (phone !== subject.phone)
      await assertPhoneUnique(tx, {
        id: subject.id,
        loginType: subject.loginType,
        phoneHash: phone && app.cipher.hash(phone),
      });
  },
  async factor(tx, _app, _actor, subject) {
    if (!(await hasFactor(tx, subject.id))) throw new Refusal("FACTOR_NOT_SET");
  },
};

/** What is done when a second administrator confirms. The user is notified on every channel there is. */
export const effects: Readonly<Record<RequestDetails["kind"], Effect>> = {
  roles: (tx, app, actor, subject, { roleIds, endDate }) =>
    endDate
      ? lendRoles(tx, app, actor, [subject], roleIds ?? [], endDate, "two")
      : replaceRoles(tx, app, actor, [subject], roleIds ?? [], "kept", "two"),
  async phone(tx, app, actor, subject, { phone }) {
    if (phone === null) throw new Refusal("NOT_FOUND");
    if (phone !== subject.phone) {
      const { phone: encrypted, phoneHash } = stored(FourEyesRequest, app.cipher, { phone });
      await sql`update app_user set phone = ${encrypted}, phone_hash = ${phoneHash}, update_user = ${actor.userId}, update_time = ${now()}, version = version + 1 where id = ${subject.id}`.execute(
        tx,
      );
      await notifyOldPhone(tx, app, subject, subject.phone);
    }
    await markPhoneProven(tx, subject.id);
    await giveRandomPassword(tx, app, subject, phone);
    await writeAudit(tx, actor, [{ bizType: User.name, bizId: subject.id, action: "resetPassword" }]);
    await notifyUser(tx, subject, [
      "您的手机和密码已由两名系统管理员重置",
      "Your phone and password were reset by two administrators",
    ]);
  },
  factor: (tx, app, actor, subject) => resetFactor(tx, app, actor, subject),
};

/** Removes a second factor that was lost, ends all sessions and notifies the user. @throws FACTOR_NOT_SET */
export async function resetFactor(
  tx: Tx,
  app: Services,
  actor: Actor,
  subject: Pick<Subject, "id" | "account" | "phone">,
): Promise<void> {
  if (!(await removeFactor(tx, subject.id))) throw new Refusal("FACTOR_NOT_SET");
  await endSessions(tx, subject.id, "factor");
  if (subject.phone)
    await sendSms(tx, app, {
      template: "FACTOR_RESET",
      phone: subject.phone,
      params: { account: subject.account },
      bizType: User.name,
      bizId: subject.id,
    });
  await writeAudit(tx, actor, [{ bizType: User.name, bizId: subject.id, action: "resetFactor" }]);
  await notifyUser(tx, subject, ["您的两步验证已重置", "Your second factor was reset"]);
}

const notifyUser = (tx: Tx, { id }: { id: string }, [zh, en]: readonly [zh: string, en: string]) =>
  notify(tx, {
    to: { userIds: [id] },
    title: { zh, en },
    text: {
      zh: "如非本人要求，请立即联系系统管理员。",
      en: "If you did not ask for it, tell a system administrator at once.",
    },
    link: "/info/index",
  });

/** Locks a user who is not removed. @throws NOT_FOUND */
export async function lockSubject(tx: Tx, app: Services, actor: Actor, id: string): Promise<Subject> {
  const { rows } =
    await sql<Subject>`select id, account, real_name, status, phone, login_type, account_id, audience from app_user where id = ${id} and tenant_id = ${actor.tenantId} and is_deleted = 0 for update`.execute(
      tx,
    );
  if (!rows[0]) throw new Refusal("NOT_FOUND");
  return decryptRow(User, app.cipher, rows[0]);
}
