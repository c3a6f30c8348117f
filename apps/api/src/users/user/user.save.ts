import { now } from "../../core/foundation/clock.ts";
import { type CheckedColumns, type Draft, columns } from "../../core/entity/columns.ts";
import { User, type userCalls } from "@jipei/contract/users/user.ts";
import type { Audience } from "@jipei/contract/core/audience.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import { sql } from "kysely";
import { lockRoles } from "../../access/access.queries.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { type CrudOptions, saveRow } from "../../core/entity/crud.ts";
import type { Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import {
  checkNewPassword,
  firstPassword as passwordField,
  hashPassword,
  decryptPassword,
  randomPassword,
} from "../../core/security/password.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { sendSms } from "../../notices/notices.queries.ts";
import { afterPhoneSet, assertPhoneUnique } from "./user.phone.ts";
import { assertAllowedDepartments } from "./user.place.ts";
import { savePlatform } from "./user.platform.ts";
import { findAudience, assertReaches, replaceRoles } from "./user.roles.ts";
import { userScope } from "./user.scope.ts";
import { assertChoosable } from "./account.names.ts";

type Account = Draft<typeof User>;
type Stored = StoredRow<typeof User>;

export const userOptions: CrudOptions<typeof User> = {
  entity: User,
  resource: "user",
  audited: true,
  scope: userScope,
  async beforeSave(tx, actor, merged, old, app) {
    if (old) await assertReaches(tx, actor, [old.id]);
    // The department decides what its users see, so nobody changes their own.
    if (old?.id === actor.userId && old.deptId !== (merged.deptId ?? null))
      throw new Refusal("FIELD_FROZEN", { field: { zh: User.fields.deptId.zh, en: User.fields.deptId.en } });
    await assertFound(tx, actor, merged, old);
    if ((old?.audience ?? "bureau") === "bureau" && (merged.deptId ?? null) !== (old?.deptId ?? null))
      await assertAllowedDepartments(tx, actor, [merged.deptId ?? null]);
    await assertFree(tx, actor, old, merged);
    const { phone } = merged;
    if (phone && phone !== old?.phone && (old?.status ?? "1") === "1")
      await assertPhoneUnique(tx, {
        id: old?.id ?? null,
        loginType: old?.loginType ?? "0",
        phoneHash: app.cipher.hash(phone),
      });
    if (merged.avatar && merged.avatar !== (old?.avatar ?? null))
      throw invalidField("avatar", "头像", "Avatar", "只能由本人上传", "only its owner may choose it");
    if (old) return checkRename(tx, old, merged);
  },
  async afterSave(tx, actor, row, old, app) {
    if (old) await afterPhoneSet(tx, app, actor, { id: row.id, account: row.account, phone: row.phone }, old.phone);
  },
};

/**
 * The account name of an institution is part of its filing and changes there; that of an enterprise changes once.
 * @returns the column that marks the change @throws FIELD_FROZEN
 */
async function checkRename(
  tx: Tx,
  old: Stored,
  { account }: Account,
): Promise<CheckedColumns<typeof User> | undefined> {
  if (account.toLowerCase() === old.account.toLowerCase() || old.status === "0") return undefined;
  const frozen = (zh: string, en: string) => new Refusal("FIELD_FROZEN", { field: { zh, en } });
  const filed =
    old.orgId &&
    (
      await sql`select 1 from institution where id = ${old.orgId} and lower(account) = lower(${old.account}) and is_deleted = 0`.execute(
        tx,
      )
    ).rows.length > 0;
  if (filed) throw frozen("账号（在机构信息中修改）", "account (it changes with the institution)");
  if (old.loginType !== "3") return undefined;
  if (old.accountChanged === "1")
    throw frozen("账号（企业账号只能修改一次）", "account (that of an enterprise changes once)");
  return columns(User, { accountChanged: "1" });
}

/** @throws FIELD_INVALID for a department or post that does not exist, or a missing department */
async function assertFound(tx: Tx, actor: Actor, { deptId, postId }: Account, old: Stored | null): Promise<void> {
  // Accounts of institutions, students and assessors have no department.
  if (!deptId && (old === null || old.deptId))
    throw invalidField("deptId", "所属部门", "Department", "不能为空", "required");
  for (const [name, table, id] of [
    ["deptId", "department", deptId],
    ["postId", "post", postId],
  ] as const) {
    if (!id) continue;
    const found =
      await sql`select 1 from ${sql.table(table)} where id = ${id} and tenant_id = ${actor.tenantId} and is_deleted = 0 for share`.execute(
        tx,
      );
    if (found.rows.length === 0)
      throw invalidField(name, User.fields[name].zh, User.fields[name].en, "不存在", "does not exist");
  }
}

/** @throws ACCOUNT_DUP, FIELD_INVALID; the unique index refuses the second of two concurrent writes */
async function assertFree(tx: Tx, actor: Actor, old: Stored | null, { account }: Account): Promise<void> {
  if (account === old?.account) return;
  assertChoosable(account);
  const taken =
    await sql`select 1 from app_user where tenant_id = ${actor.tenantId} and lower(account) = lower(${account}) and is_deleted = 0 and id is distinct from ${old?.id ?? null}::bigint limit 1`.execute(
      tx,
    );
  if (taken.rows.length > 0) throw new Refusal("ACCOUNT_DUP");
}

type NewUser = InputOf<typeof userCalls.submit>;
/** All fields of a new user, or some fields of an existing one. */
type Change = Partial<NewUser> & { id: string };
type UserInput = NewUser | Change;
type PlatformField = "userType" | "userExt";
const isChange = <I extends { id?: string | null }>(input: I): input is I & { id: string } => Boolean(input.id);

/** Adds or changes a user. @throws what saving, roles and passwords refuse */
export async function saveUser(
  tx: Tx,
  actor: Actor,
  { userType, userExt, ...input }: UserInput,
  app: Services,
): Promise<{ id: string }> {
  const saved = await saveAccount(tx, actor, input, app);
  if (userType && userExt) await savePlatform(tx, actor, saved.id, userType, userExt);
  return saved;
}

async function saveAccount(
  tx: Tx,
  actor: Actor,
  { roleId: roleIds, password, ...input }: Omit<NewUser, PlatformField> | Omit<Change, PlatformField>,
  app: Services,
): Promise<{ id: string }> {
  if (isChange(input)) {
    // Passwords are changed by their owner, or reset, so that no administrator knows them.
    if (password) throw invalidField("password", "密码", "Password", "请使用重置密码", "reset it instead");
    const saved = await saveRow(tx, actor, userOptions, input, app);
    if (roleIds && !(await holdsExactly(tx, saved.id, roleIds)))
      await replaceRoles(tx, app, actor, [await getHolder(tx, saved.id)], roleIds, "kept");
    return saved;
  }
  const roles = await lockRoles(tx, actor, roleIds ?? []);
  const audience = findAudience(roles);
  // Accounts of institutions, enterprises, students and assessors are made on the pages of these.
  if (roles.length === 0)
    throw invalidField("roleId", "角色", "Roles", "请至少选择一个角色", "choose at least one role");
  if (audience !== "bureau")
    throw invalidField("roleId", "角色", "Roles", "此处只能新增管理端用户", "only users of the bureau are added here");
  const first = firstPassword(app, input, password ?? null);
  const saved = await saveRow(
    tx,
    actor,
    withLogin(audience, await hashPassword(first.password), first.mustChange),
    input,
    app,
  );
  await replaceRoles(tx, app, actor, [{ id: saved.id, audience }], roleIds ?? [], "kept");
  if (first.mustChange && input.phone)
    await sendSms(tx, app, {
      template: "ACCOUNT_NEW",
      phone: input.phone,
      params: { account: input.account as string, password: first.password },
      bizType: "User",
      bizId: saved.id,
    });
  return saved;
}

/** The password that the administrator chose, or a random one that is sent to the phone. Either has to be changed at the first sign-in. */
function firstPassword(
  app: Services,
  { account, realName, phone }: Pick<Account, "account" | "realName" | "phone">,
  sent: string | null,
): { password: string; mustChange: 0 | 1 } {
  if (sent === null) {
    if (!phone)
      throw invalidField(
        "phone",
        User.fields.phone.zh,
        User.fields.phone.en,
        "未填写密码时须有手机接收初始密码",
        "needed to receive the first password",
      );
    return { password: randomPassword(), mustChange: 1 };
  }
  const password = decryptPassword(app.keys, sent, "password");
  checkNewPassword(password, { account, name: realName, phone }, passwordField);
  return { password, mustChange: 1 };
}

const withLogin = (audience: Audience, passwordHash: string, needsNewPassword: 0 | 1): CrudOptions<typeof User> => ({
  ...userOptions,
  async beforeSave(tx, actor, merged, old, app) {
    const computed = await userOptions.beforeSave?.(tx, actor, merged, old, app);
    return columns(User, {
      ...computed,
      loginType: "0",
      status: "1",
      audience,
      passwordHash,
      passwordTime: now(),
      mustChange: needsNewPassword,
    });
  },
});

export async function getHolder(tx: Tx, id: string): Promise<{ id: string; audience: Audience }> {
  return tx.selectFrom("appUser").select(["id", "audience"]).where("id", "=", id).executeTakeFirstOrThrow();
}

/** Whether these are exactly the permanent roles of a user. Then saving the form changes no role, and the user stays signed in. */
export async function holdsExactly(tx: Tx, userId: string, roleIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{
    id: string;
  }>`select role_id as id from user_role where user_id = ${userId} and end_date is null`.execute(tx);
  return rows.length === new Set(roleIds).size && rows.every(({ id }) => roleIds.includes(id));
}
