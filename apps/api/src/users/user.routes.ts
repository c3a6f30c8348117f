import { User, userCalls } from "@jipei/contract/users/user.ts";
import { sql } from "kysely";
import { mustMayChange } from "../access/access.queries.ts";
import { hasFactor } from "../auth/auth.queries.ts";
import { type Actor, may } from "../core/actor.ts";
import { writeAudit } from "../core/audit.ts";
import { crud, removeRows, updateRow } from "../core/crud.ts";
import type { Db, Tx } from "../core/db.ts";
import { exporter } from "../core/excel/export.ts";
import { type Route, reads, writes } from "../core/implement.ts";
import { listPage } from "../core/list.ts";
import { opened } from "../core/present.ts";
import { Refusal, failureOf, invalidField } from "../core/refusal.ts";
import { lockRows, readRow, splitIds } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { resetFactor } from "./four-eyes.effects.ts";
import { keepingAdministrator, lendRoles, mustReach, replaceRoles } from "./user.roles.ts";
import { saveUser, userOptions } from "./user.save.ts";
import { userListOptions, userScope } from "./user.scope.ts";
import { updateUser } from "./user.status.ts";
import { lockedUntil, unlockUsers } from "./user.unlock.ts";
import { resetPassword } from "./users.queries.ts";

type Values = Record<string, any>;

const { detail } = crud({
  ...userOptions,
  files: { own: (actor) => sql`t.id = ${actor.userId}`, fields: ["avatar"] },
  async detail(db, actor, row, app) {
    const held = await sql<{
      roleId: string;
      roleName: string;
      endDate: string | null;
    }>`select r.id as role_id, r.role_name, ur.end_date::text as end_date from held_role ur join role r on r.id = ur.role_id and r.is_deleted = 0
      where ur.user_id = ${row["id"]} order by r.sort, r.id`.execute(db);
    const more = await sql<{
      stateReason: string | null;
      lockedUntil: string | null;
      phone: string | null;
      email: string | null;
    }>`select t.state_reason, t.phone, t.email, ${lockedUntil} as locked_until from app_user t where t.id = ${row["id"]}`.execute(
      db,
    );
    const { phone = null, email = null, ...state } = more.rows[0] ?? {};
    // Who looks after users of the bureau sees how to reach them: that is where first passwords go. What a data scope hides stays hidden.
    const reaches = row["loginType"] === "0" && may(actor, "user_edit");
    const full = {
      ...(row["phone"] !== null && phone !== null && { phone: app.cipher.decrypt(phone) }),
      ...(row["email"] !== null && { email }),
    };
    return {
      ...state,
      ...(reaches && full),
      roles: held.rows,
      roleId: held.rows.filter(({ endDate }) => endDate === null).map(({ roleId }) => roleId),
    };
  },
});

const usersOf = (tx: Tx, actor: Actor, ids: string) =>
  lockRows<Values & { id: string; audience: never }>(tx, User, userScope, actor, splitIds(ids));

/** Removes users who did nothing yet, and disables the others. @throws USER_PROTECTED */
async function removeUsers(tx: Tx, actor: Actor, { ids }: { ids: string }): Promise<void> {
  const rows = await usersOf(tx, actor, ids);
  // Accounts of students and assessors go with the rows they belong to.
  const kept = rows.filter((row) => row.id === actor.userId || row["accountId"] !== null || row["assessorId"] !== null);
  if (kept.length > 0)
    throw new Refusal(
      "USER_PROTECTED",
      {},
      kept.map(({ id }) => failureOf(new Refusal("USER_PROTECTED"), id)),
    );
  await mustReach(
    tx,
    actor,
    rows.map(({ id }) => id),
  );
  const active = await sql<{
    id: string;
  }>`select x as id from unnest(${rows.map(({ id }) => id)}::text[]) x where exists (select from audit_record where operator_id = x)`.execute(
    tx,
  );
  const acted = new Set(active.rows.map(({ id }) => id));
  await keepingAdministrator(tx, rows, async () => {
    const gone = rows.filter(({ id }) => !acted.has(id));
    await sql`delete from user_role where user_id = any(${gone.map(({ id }) => id)}::bigint[])`.execute(tx);
    await removeRows(
      tx,
      actor,
      User,
      gone.map(({ id }) => id),
    );
    for (const { id } of rows.filter((row) => acted.has(row.id) && row["status"] !== "2"))
      await updateRow(tx, actor, User, id, { status: "2" });
  });
  await writeAudit(
    tx,
    actor,
    rows.map((row) => ({
      bizType: "User",
      bizId: row.id,
      action: acted.has(row.id) ? "disable" : "remove",
      before: { account: row["account"] },
    })),
  );
}

async function resetPasswords(tx: Tx, actor: Actor, { userIds }: { userIds: string }, app: Services): Promise<void> {
  const rows = await usersOf(tx, actor, userIds);
  await mustReach(
    tx,
    actor,
    rows.map(({ id }) => id),
  );
  // For all of them at once, so that each who needs more than this is named.
  await mustMayChange(
    tx,
    actor,
    "password",
    rows.map(({ id }) => id),
  );
  for (const { id } of rows) await resetPassword(tx, app, actor, { userId: id });
}

/** For users who lost what makes their codes: one factor is left, so whoever is signed in proves it again. */
async function resetFactors(tx: Tx, actor: Actor, { userIds }: { userIds: string }, app: Services): Promise<void> {
  const rows = await usersOf(tx, actor, userIds);
  await mustReach(
    tx,
    actor,
    rows.map(({ id }) => id),
  );
  await mustMayChange(
    tx,
    actor,
    "factor",
    rows.map(({ id }) => id),
  );
  const without = [];
  for (const row of rows) if (!(await hasFactor(tx, row.id))) without.push(row.id);
  if (without.length > 0)
    throw new Refusal(
      "FACTOR_NOT_SET",
      {},
      without.map((id) => failureOf(new Refusal("FACTOR_NOT_SET"), id)),
    );
  for (const row of rows) await resetFactor(tx, app, actor, opened(User, app.cipher, row) as never);
}

async function unlock(tx: Tx, actor: Actor, { userIds }: { userIds: string }): Promise<void> {
  const rows = await usersOf(tx, actor, userIds);
  await unlockUsers(
    tx,
    rows.map(({ id }) => id),
  );
  for (const { id } of rows.filter((row) => row["status"] === "3"))
    await updateRow(tx, actor, User, id, { status: "1" });
  await writeAudit(
    tx,
    actor,
    rows.map((row) => ({ bizType: "User", bizId: row.id, action: "unlock" })),
  );
}

async function updatePlatform(
  tx: Tx,
  actor: Actor,
  { userId, userType, userExt }: { userId: string; userType: string; userExt: string },
): Promise<void> {
  await usersOf(tx, actor, userId);
  await mustReach(tx, actor, [userId]);
  await sql`insert into user_platform (user_id, user_type, user_ext) values (${userId}, ${userType}, ${JSON.stringify(objectOf(userExt))}::jsonb)
    on conflict (user_id, user_type) do update set user_ext = excluded.user_ext, update_time = now()`.execute(tx);
  await writeAudit(tx, actor, [{ bizType: "User", bizId: userId, action: "updatePlatform", after: { userType } }]);
}

/** @throws FIELD_INVALID unless the text is a JSON object */
function objectOf(text: string): object {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Told below, like everything else that is no object.
  }
  if (typeof value !== "object" || value === null || Array.isArray(value) || text.includes("\\u0000"))
    throw invalidField("userExt", "平台扩展", "Platform data", "须为JSON对象", "must be a JSON object");
  return value;
}

async function platformDetail(db: Db, actor: Actor, { id }: { id: string }) {
  const user = await readRow<{ id: string; account: string }>(db, User, userScope, actor, id);
  const { rows } = await sql<{
    userType: "1" | "2" | "3";
    userExt: object;
  }>`select user_type, user_ext from user_platform where user_id = ${id} order by user_type`.execute(db);
  return {
    id: user.id,
    account: user.account,
    platforms: rows.map(({ userType, userExt }) => ({ userType, userExt: JSON.stringify(userExt) })),
  };
}

export const userExport = exporter(User, userCalls.export, {
  ...userListOptions,
  fields: [
    "account",
    "realName",
    "name",
    "deptName",
    "postName",
    "roleName",
    "phone",
    "email",
    "sex",
    "loginType",
    "status",
    "lastLoginTime",
    "code",
    "remark",
  ],
});

export const userRoutes: Route[] = [
  reads(userCalls.list, (_db, actor, query, app) => listPage<never>(app, actor, User, query, userListOptions)),
  reads(userCalls.detail, detail),
  writes(userCalls.submit, saveUser),
  writes(userCalls.update, updateUser),
  writes(userCalls.remove, removeUsers),
  writes(userCalls.resetPassword, resetPasswords),
  writes(userCalls.resetFactor, resetFactors),
  writes(userCalls.unlock, unlock),
  writes(userCalls.updatePlatform, updatePlatform),
  reads(userCalls.platformDetail, platformDetail),
  writes(userCalls.grant, async (tx, actor, { userIds, roleIds, endDate }, app) => {
    const users = await usersOf(tx, actor, userIds);
    await (endDate
      ? lendRoles(tx, app, actor, users, splitIds(roleIds), endDate)
      : replaceRoles(tx, app, actor, users, splitIds(roleIds), "ended"));
  }),
  userExport.route,
];
