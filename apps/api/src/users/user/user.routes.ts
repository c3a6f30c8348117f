import { User, userCalls } from "@jipei/contract/users/user.ts";
import { sql } from "kysely";
import { assertMayChange } from "../../access/access.queries.ts";
import { hasFactor } from "../../auth/auth.queries.ts";
import { type Actor, may } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { type CrudOptions, crud } from "../../core/entity/crud.ts";
import { updateRow } from "../../core/database/write-rows.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import { exporter } from "../../core/excel/export.ts";
import { type Route, reads, writes } from "../../core/http/implement.ts";
import { listPage } from "../../core/list/list.ts";
import { decryptRow } from "../../core/entity/to-response.ts";
import { refuseRows } from "../../core/foundation/refusal.ts";
import { lockRows, readRow, splitIds } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { resetFactor } from "../four-eyes/four-eyes.effects.ts";
import { lendRoles, assertReaches, replaceRoles } from "./user.roles.ts";
import { savePlatform } from "./user.platform.ts";
import { removeUsers } from "./user.remove.ts";
import { saveUser, userOptions } from "./user.save.ts";
import { userListOptions, userScope } from "./user.scope.ts";
import { updateUser } from "./user.status.ts";
import { lockedUntil, unlockUsers } from "../../auth/auth.queries.ts";
import { resetPassword } from "./account.change.ts";

export const userRows = {
  ...userOptions,
  files: { own: (actor) => sql`t.id = ${actor.userId}`, fields: ["avatar"] },
  async detail(db, actor, row, app) {
    const held = await sql<{
      roleId: string;
      roleName: string;
      endDate: string | null;
    }>`select r.id as role_id, r.role_name, ur.end_date::text as end_date from held_role ur join authority r on r.id = ur.role_id and r.is_deleted = 0
      where ur.user_id = ${row.id} order by r.sort, r.id`.execute(db);
    const more = await sql<{
      stateReason: string | null;
      lockedUntil: string | null;
      phone: string | null;
      email: string | null;
    }>`select t.state_reason, t.phone, t.email, ${lockedUntil} as locked_until from app_user t where t.id = ${row.id}`.execute(
      db,
    );
    const { phone = null, email = null, ...state } = more.rows[0] ?? {};
    // Administrators of bureau users see phone and e-mail in full, since first passwords go there. What a data scope hides stays hidden.
    const reaches = row.loginType === "0" && may(actor, "user_edit");
    const full = {
      ...(row.phone !== null && phone !== null && { phone: app.cipher.decrypt(phone) }),
      ...(row.email !== null && { email }),
    };
    return {
      ...state,
      ...(reaches && full),
      roles: held.rows,
    };
  },
} satisfies CrudOptions<typeof User>;
const { detail } = crud(userRows);

const getUsers = (tx: Tx, actor: Actor, ids: string) => lockRows(tx, User, userScope, actor, splitIds(ids));

async function resetPasswords(tx: Tx, actor: Actor, { userIds }: { userIds: string }, app: Services): Promise<void> {
  const rows = await getUsers(tx, actor, userIds);
  await assertReaches(
    tx,
    actor,
    rows.map(({ id }) => id),
  );
  // Checked for all of them together, so that the response names each user who is refused.
  await assertMayChange(
    tx,
    actor,
    "password",
    rows.map(({ id }) => id),
  );
  for (const { id } of rows) await resetPassword(tx, app, actor, { userId: id });
}

/** For users who lost their authenticator. Their sessions end: only the password is left, and it has to be entered again. */
async function resetFactors(tx: Tx, actor: Actor, { userIds }: { userIds: string }, app: Services): Promise<void> {
  const rows = await getUsers(tx, actor, userIds);
  await assertReaches(
    tx,
    actor,
    rows.map(({ id }) => id),
  );
  await assertMayChange(
    tx,
    actor,
    "factor",
    rows.map(({ id }) => id),
  );
  const without = [];
  for (const row of rows) if (!(await hasFactor(tx, row.id))) without.push(row.id);
  refuseRows("FACTOR_NOT_SET", without);
  for (const row of rows) await resetFactor(tx, app, actor, decryptRow(User, app.cipher, row));
}

async function unlock(tx: Tx, actor: Actor, { userIds }: { userIds: string }): Promise<void> {
  const rows = await getUsers(tx, actor, userIds);
  await unlockUsers(
    tx,
    rows.map(({ id }) => id),
  );
  for (const { id } of rows.filter((row) => row.status === "3")) await updateRow(tx, actor, User, id, { status: "1" });
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
  await getUsers(tx, actor, userId);
  await assertReaches(tx, actor, [userId]);
  await savePlatform(tx, actor, userId, userType, userExt);
}

async function platformDetail(db: Db, actor: Actor, { id }: { id: string }) {
  const user = await readRow(db, User, userScope, actor, id);
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

const userExport = exporter(User, userCalls.export, {
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
  reads(userCalls.list, (_db, actor, query, app) => listPage(app, actor, User, query, userListOptions)),
  reads(userCalls.detail, detail),
  writes(userCalls.submit, saveUser),
  writes(userCalls.update, updateUser),
  writes(userCalls.remove, (tx, actor, { ids }) => removeUsers(tx, actor, splitIds(ids))),
  writes(userCalls.resetPassword, resetPasswords),
  writes(userCalls.resetFactor, resetFactors),
  writes(userCalls.unlock, unlock),
  writes(userCalls.updatePlatform, updatePlatform),
  reads(userCalls.platformDetail, platformDetail),
  writes(userCalls.grant, async (tx, actor, { userIds, roleIds, endDate }, app) => {
    const users = await getUsers(tx, actor, userIds);
    await (endDate
      ? lendRoles(tx, app, actor, users, splitIds(roleIds), endDate)
      : replaceRoles(tx, app, actor, users, splitIds(roleIds), "ended"));
  }),
  userExport,
];
