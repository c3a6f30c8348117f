import { now } from "../core/foundation/clock.ts";
import { type RoleAlias, roles } from "@jipei/contract/core/roles.ts";
import { sql } from "kysely";
import { assertMayChange } from "../access/access.queries.ts";
import { assertCompatible } from "../core/access/incompatible-roles.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { writeAudit } from "../core/entity/audit.ts";
import type { Db, Tx } from "../core/database/db.ts";
import { Refusal, invalidField } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { giveRandomPassword, sendPassword, storePassword } from "./user/user.password.ts";
import { afterPhoneSet, assertAccountPhoneUnique, assertPhoneUnique } from "./user/user.phone.ts";
import {
  checkNewPassword,
  checkPassword,
  firstPassword,
  hashPassword,
  passwordContainsAccount,
  nextPassword,
  type PasswordField,
  randomPassword,
} from "../core/security/password.ts";

export interface NewAccount {
  /** Where the account signs in: 0 bureau and assessors · 1 institution · 2 student · 3 enterprise. */
  loginType: "0" | "1" | "2" | "3";
  /** Left out for students: they sign in with their ID number, and their account name is a generated number. */
  account?: string;
  name: string;
  realName?: string;
  phone?: string | null;
  email?: string | null;
  /** The audience of the account is that of the first role. */
  roles: readonly [RoleAlias, ...RoleAlias[]];
  deptId?: string | null;
  orgId?: string | null;
  entId?: string | null;
  /** Id of the student account, for students. */
  accountId?: string | null;
  assessorId?: string | null;
  /** By which a person's or a teacher's own rows are found; only a keyed hash is stored. */
  idNumber?: string | null;
  /** Left out: a random one is generated and sent to `phone`, to be changed at the first sign-in. */
  password?: string;
  /** argon2id hash, instead of `password`, of a password that was checked before. */
  passwordHash?: string;
}

/**
 * Creates an account with its roles.
 * @returns its user id, and the password when one was generated (to hand over where there is no phone)
 * @throws ACCOUNT_DUP, DUPLICATE for a phone that another enabled account has, ROLE_DENIED for roles that exclude each other, FIELD_INVALID for a weak password
 */
export async function createAccount(
  tx: Tx,
  app: Services,
  actor: Actor,
  account: NewAccount,
): Promise<{ userId: string; password: string | null }> {
  const name = account.account ?? (await nextStudentName(tx));
  const idNumberHash = account.idNumber ? app.cipher.hash(account.idNumber) : null;
  await assertNewAccount(
    tx,
    app,
    { account: name, phone: account.phone ?? null, loginType: account.loginType },
    idNumberHash,
  );
  if (account.password !== undefined) {
    checkNewPassword(
      account.password,
      { account: name, name: account.realName ?? account.name, phone: account.phone },
      firstPassword,
    );
    if (account.loginType === "2") assertHoldsNoIdNumber(app, account.password, idNumberHash, firstPassword);
  }
  const password = account.password ?? randomPassword();
  const chosen = account.password !== undefined || account.passwordHash !== undefined;
  const { id } = await tx
    .insertInto("appUser")
    .values({
      account: name,
      name: account.name,
      realName: account.realName ?? account.name,
      phone: account.phone ? app.cipher.encrypt(account.phone) : null,
      phoneHash: account.phone ? app.cipher.hash(account.phone) : null,
      email: account.email ?? null,
      deptId: account.deptId ?? null,
      loginType: account.loginType,
      status: "1",
      audience: roles[account.roles[0]].audience,
      orgId: account.orgId ?? null,
      entId: account.entId ?? null,
      accountId: account.accountId ?? null,
      assessorId: account.assessorId ?? null,
      idNumberHash,
      passwordHash: account.passwordHash ?? (await hashPassword(password)),
      passwordTime: now(),
      mustChange: chosen ? 0 : 1,
      createUser: actor.userId,
      createDept: actor.deptId,
      updateUser: actor.userId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await grantRoles(tx, id, account.roles);
  await writeAudit(tx, actor, [
    { bizType: "User", bizId: id, action: "create", after: { account: name, roles: account.roles } },
  ]);
  if (!chosen && account.phone) await sendPassword(tx, app, id, name, account.phone, password);
  return { userId: id, password: chosen ? null : password };
}

/** @throws ACCOUNT_DUP, DUPLICATE for a phone that another enabled account has */
export async function assertNewAccount(
  tx: Tx,
  app: Services,
  { account, phone, loginType }: { account: string; phone: string | null; loginType: NewAccount["loginType"] },
  idNumberHash: string | null = null,
): Promise<void> {
  if (isReserved(account)) throw new Refusal("ACCOUNT_DUP");
  await assertFree(tx, account, loginType === "2" ? idNumberHash : null);
  await assertPhoneUnique(tx, { id: null, loginType, phoneHash: phone ? app.cipher.hash(phone) : null });
}

/** The id of the bureau's own department, above its sections. */
export const bureauDepartment = sql`(select id from department where parent_id is null and dept_category = '1' and is_deleted = 0 order by id limit 1)`;

/** The name of the bureau. */
export const bureauName = sql`(select d.org_name from department d where d.id = ${bureauDepartment})`;

export interface Administrator {
  id: string;
  account: string;
  name: string;
  hasFactor: boolean;
}

/** The permanent system administrators of the installation. @param which only the enabled ones by default */
export async function administrators(db: Db, which: "enabled" | "disabled too" = "enabled"): Promise<Administrator[]> {
  const { rows } =
    await sql<Administrator>`select u.id, u.account, u.name, exists (select from factor f where f.user_id = u.id) as has_factor
    from app_user u join user_role h on h.user_id = u.id and h.end_date is null join authority r on r.id = h.role_id and r.role_alias = 'sysAdmin' and r.is_deleted = 0
    where u.is_deleted = 0 and (u.status = '1' or ${which === "disabled too"}) order by u.id`.execute(db);
  return rows;
}

/** Enables an account, with a password that its user chose; all its sessions end. */
export async function restoreAccess(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await storePassword(tx, userId, passwordHash, 0);
  await sql`update app_user set status = '1' where id = ${userId} and status <> '1'`.execute(tx);
}

/** Whether an account name is one of the shared users. */
export const isReserved = (account: string): boolean => /^U01[02]$/i.test(account);

const nextStudentName = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ number: string }>`select nextval('student_account_name')::text as number`.execute(tx);
  return `S${(rows[0] as { number: string }).number.padStart(8, "0")}`;
};

/** @throws ACCOUNT_DUP; the unique indexes refuse the second of two concurrent writes */
async function assertFree(tx: Tx, account: string, studentHash: string | null): Promise<void> {
  const taken = await sql`select 1 from app_user where is_deleted = 0
    and (lower(account) = lower(${account}) or (login_type = '2' and id_number_hash = ${studentHash})) limit 1`.execute(
    tx,
  );
  if (taken.rows.length > 0) throw new Refusal("ACCOUNT_DUP");
}

/** Selects accounts: of one user, all of an institution, or that of a student account. */
export type AccountsOf = { userId: string } | { orgId: string } | { accountId: string };

function getAccounts(of: AccountsOf) {
  if ("userId" in of) return sql`id = ${of.userId}`;
  if ("orgId" in of) return sql`org_id = ${of.orgId}`;
  return sql`account_id = ${of.accountId}`;
}

/** Disables accounts; their sessions end with the transaction (database trigger). */
export const disableAccount = (tx: Tx, actor: Actor, of: AccountsOf): Promise<void> =>
  setStatus(tx, actor, of, "1", "2");

/** Enables disabled accounts. @throws DUPLICATE for a phone that another enabled account has by now */
export const enableAccount = (tx: Tx, actor: Actor, of: AccountsOf): Promise<void> =>
  setStatus(tx, actor, of, "2", "1");

async function setStatus(tx: Tx, actor: Actor, of: AccountsOf, from: string, to: string): Promise<void> {
  if (to === "1") {
    const { rows } = await sql<{
      id: string;
    }>`select id from app_user where ${getAccounts(of)} and status = ${from} and is_deleted = 0 order by id for update`.execute(
      tx,
    );
    for (const { id } of rows) await assertAccountPhoneUnique(tx, id);
  }
  const changed = await sql<{
    id: string;
  }>`update app_user set status = ${to}, update_user = ${actor.userId}, update_time = ${now()}, version = version + 1
    where ${getAccounts(of)} and status = ${from} and is_deleted = 0 returning id`.execute(tx);
  await writeAudit(
    tx,
    actor,
    changed.rows.map(({ id }) => ({
      bizType: "User",
      bizId: id,
      action: to === "1" ? "enable" : "disable",
      fromStatus: from,
      toStatus: to,
    })),
  );
}

/**
 * Gives an account a random password, which is sent to its proven phone and has to be changed at the next sign-in; all its sessions end.
 * @throws NOT_FOUND when there is no such account; ROLE_DENIED where the actor may not, SECOND_PERSON where only two administrators may
 */
export async function resetPassword(tx: Tx, app: Services, actor: Actor, of: AccountsOf): Promise<void> {
  const found = await sql<{ id: string; account: string; phone: string | null }>`select id, account, phone from app_user
    where ${getAccounts(of)} and is_deleted = 0 order by id limit 1 for update`.execute(tx);
  const user = found.rows[0];
  if (!user) throw new Refusal("NOT_FOUND");
  await assertMayChange(tx, actor, "password", [user.id]);
  // An account without a proven phone is refused above.
  if (user.phone === null) throw new Refusal("SECOND_PERSON");
  await giveRandomPassword(tx, app, user, app.cipher.decrypt(user.phone));
  await writeAudit(tx, actor, [{ bizType: "User", bizId: user.id, action: "resetPassword" }]);
}

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
function assertHoldsNoIdNumber(
  { cipher }: Services,
  password: string,
  idNumberHash: string | null,
  field: PasswordField,
): void {
  for (let from = 0; from + shortestIdNumber <= password.length; from++)
    for (let to = from + shortestIdNumber; to <= Math.min(password.length, from + longestIdNumber); to++)
      if (cipher.hash(password.slice(from, to)) === idNumberHash) throw passwordContainsAccount(field);
}

/** Copies a corrected name, phone or ID number to the user of a student account. A new phone has to be proven by the student. */
export async function changeIdentity(
  tx: Tx,
  app: Services,
  actor: Actor,
  accountId: string,
  person: { name: string; phone: string; idNumber: string },
): Promise<void> {
  const { cipher } = app;
  const { rows } = await sql<{
    id: string;
    account: string;
    phone: string | null;
  }>`select id, account, phone from app_user where account_id = ${accountId} and is_deleted = 0 for update`.execute(tx);
  await sql`update app_user set name = ${person.name}, real_name = ${person.name}, phone = ${cipher.encrypt(person.phone)}, phone_hash = ${cipher.hash(person.phone)}, id_number_hash = ${cipher.hash(person.idNumber)},
      update_time = ${now()}, version = version + 1 where account_id = ${accountId} and is_deleted = 0`.execute(tx);
  for (const { id, account, phone } of rows)
    await afterPhoneSet(tx, app, actor, { id, account, phone: person.phone }, phone && cipher.decrypt(phone));
}

/**
 * Renames an account of an institution; its sessions continue.
 * @throws ACCOUNT_DUP
 */
export async function renameAccount(tx: Tx, actor: Actor, orgId: string, from: string, to: string): Promise<void> {
  if (isReserved(to)) throw new Refusal("ACCOUNT_DUP");
  await assertFree(tx, to, null);
  const renamed = await sql<{
    id: string;
  }>`update app_user set account = ${to}, update_user = ${actor.userId}, update_time = ${now()}, version = version + 1
    where org_id = ${orgId} and lower(account) = lower(${from}) and is_deleted = 0 returning id`.execute(tx);
  await writeAudit(
    tx,
    actor,
    renamed.rows.map(({ id }) => ({
      bizType: "User",
      bizId: id,
      action: "rename",
      before: { account: from },
      after: { account: to },
    })),
  );
}

/** Links a user to the institution that they have just filed; they see it after signing in again. @returns the account name */
export async function bindInstitution(tx: Tx, userId: string, orgId: string): Promise<string | null> {
  const { rows } = await sql<{
    account: string;
  }>`update app_user set org_id = ${orgId}, update_time = ${now()}, version = version + 1 where id = ${userId} and is_deleted = 0 returning account`.execute(
    tx,
  );
  return rows[0]?.account ?? null;
}

/** Grants roles to a user who has none yet. @throws ROLE_DENIED when two of them exclude each other */
export async function grantRoles(tx: Tx, userId: string, aliases: readonly RoleAlias[]): Promise<void> {
  assertCompatible(aliases);
  const { numAffectedRows } = await sql`insert into user_role (user_id, role_id)
    select ${userId}::bigint, id from authority where role_alias = any(${[...aliases]}) and is_deleted = 0 on conflict do nothing`.execute(
    tx,
  );
  if (numAffectedRows !== BigInt(aliases.length)) throw new Error(`roles ${aliases.join()} are not all there`);
}

/**
 * Creates the first account of a tenant: a system administrator of its top department, who must change the password at the first sign-in. Does
 * nothing where there is an account already.
 */
export async function createFirstAccount(tx: Tx, account: string, passwordHash: string): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`insert into app_user (account, name, real_name, login_type, status, audience, dept_id, password_hash, password_time, must_change, create_user, update_user)
    select ${account}, '系统管理员', '系统管理员', '0', '1', 'bureau', (select id from department where parent_id is null and is_deleted = 0 order by id limit 1), ${passwordHash}, now(), 1, 0, 0
    where not exists (select from app_user) returning id`.execute(tx);
  if (rows[0]) await grantRoles(tx, rows[0].id, ["sysAdmin"]);
}

/** Sets name and region of the bureau's own department. @returns its id, empty where there is none */
export async function renameBureau(tx: Tx, actor: Actor, name: string, regionCode: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`update department set org_name = ${name}, region_code = ${regionCode}, update_user = ${actor.userId}, update_time = ${now()}, version = version + 1
    where id = ${bureauDepartment} returning id`.execute(tx);
  return rows.map(({ id }) => id);
}
