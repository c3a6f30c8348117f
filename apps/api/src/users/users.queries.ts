import { type RoleAlias, roles } from "@jipei/contract/core/roles.ts";
import { sql } from "kysely";
import { grantRoles, mustMayChange } from "../access/access.queries.ts";
import type { Actor } from "../core/actor.ts";
import { writeAudit } from "../core/audit.ts";
import type { Db, Tx } from "../core/db.ts";
import { limitRate } from "../core/rate-limit.ts";
import { Refusal, invalidField } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { giveRandomPassword, sendPassword, storePassword } from "./user.password.ts";
import { afterPhoneSet, mustEnterAlone, mustHavePhoneAlone } from "./user.phone.ts";
import {
  checkNewPassword,
  checkPassword,
  firstPassword,
  hashPassword,
  holdsAccount,
  nextPassword,
  type PasswordField,
  randomPassword,
} from "../core/password.ts";

export interface NewAccount {
  /** Where the account signs in: 0 bureau and assessors · 1 institution · 2 student · 3 enterprise. */
  loginType: "0" | "1" | "2" | "3";
  /** Left out for students: they sign in with their ID number, and their account is a number of ours. */
  account?: string;
  name: string;
  realName?: string;
  phone?: string | null;
  email?: string | null;
  /** The first one decides the audience. */
  roles: readonly [RoleAlias, ...RoleAlias[]];
  deptId?: string | null;
  orgId?: string | null;
  entId?: string | null;
  /** Student account behind a student's sign-in. */
  accountId?: string | null;
  assessorId?: string | null;
  /** Finds the own rows of a person or a teacher; kept as a keyed hash only. */
  idNumber?: string | null;
  /** Left out: a random one is made and sent to `phone`, to be changed at the first sign-in. */
  password?: string;
  /** argon2id, in the place of a password that was held to the rule before. */
  passwordHash?: string;
}

/**
 * Makes an account with its roles.
 * @returns its user id, and the password when one was made (for who hands it over when there is no phone)
 * @throws ACCOUNT_DUP, DUPLICATE for a phone that another enabled account has, ROLE_DENIED for roles that exclude each other, FIELD_INVALID for a password against the rule
 */
export async function createAccount(
  tx: Tx,
  app: Services,
  actor: Actor,
  account: NewAccount,
): Promise<{ userId: string; password: string | null }> {
  const name = account.account ?? (await nextStudentName(tx));
  const idNumberHash = account.idNumber ? app.cipher.hash(account.idNumber) : null;
  await mustBeNewAccount(
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
    if (account.loginType === "2") mustNotHoldIdNumber(app, account.password, idNumberHash, firstPassword);
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
      passwordTime: sql`now()`,
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
export async function mustBeNewAccount(
  tx: Tx,
  app: Services,
  { account, phone, loginType }: { account: string; phone: string | null; loginType: NewAccount["loginType"] },
  idNumberHash: string | null = null,
): Promise<void> {
  if (isReserved(account)) throw new Refusal("ACCOUNT_DUP");
  await mustBeFree(tx, account, loginType === "2" ? idNumberHash : null);
  await mustHavePhoneAlone(tx, { id: null, loginType, phoneHash: phone ? app.cipher.hash(phone) : null });
}

/** The id of the bureau's own department, above its sections. */
export const bureauDepartment = sql`(select id from department where parent_id is null and dept_category = '1' and is_deleted = 0 order by id limit 1)`;

export interface Administrator {
  id: string;
  account: string;
  name: string;
  hasFactor: boolean;
}

/** The system administrators of the installation, who are it for good. @param which the enabled ones unless told */
export async function administrators(db: Db, which: "enabled" | "disabled too" = "enabled"): Promise<Administrator[]> {
  const { rows } =
    await sql<Administrator>`select u.id, u.account, u.name, exists (select from second_factor f where f.user_id = u.id and f.secret is not null) as has_factor
    from app_user u join user_role h on h.user_id = u.id and h.end_date is null join role r on r.id = h.role_id and r.role_alias = 'sysAdmin' and r.is_deleted = 0
    where u.is_deleted = 0 and (u.status = '1' or ${which === "disabled too"}) order by u.id`.execute(db);
  return rows;
}

/** Enables an account, with a password that its user chose; all its sessions end. */
export async function restoreAccess(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await storePassword(tx, userId, passwordHash, 0);
  await sql`update app_user set status = '1' where id = ${userId} and status <> '1'`.execute(tx);
}

export { studentOfPhone } from "./user.phone.ts";

/** Whether it is a name of the shared sign-ins. */
export const isReserved = (account: string): boolean => /^U01[02]$/i.test(account);

const nextStudentName = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ number: string }>`select nextval('student_account_name')::text as number`.execute(tx);
  return `S${(rows[0] as { number: string }).number.padStart(8, "0")}`;
};

/** @throws ACCOUNT_DUP; the unique indexes hold against two at once */
async function mustBeFree(tx: Tx, account: string, studentHash: string | null): Promise<void> {
  const taken = await sql`select 1 from app_user where is_deleted = 0
    and (lower(account) = lower(${account}) or (login_type = '2' and id_number_hash = ${studentHash})) limit 1`.execute(
    tx,
  );
  if (taken.rows.length > 0) throw new Refusal("ACCOUNT_DUP");
}

/** Whose accounts: one user, all of an institution, the one of a student account, of an assessor. */
export type AccountsOf = { userId: string } | { orgId: string } | { accountId: string } | { assessorId: string };

function accountsOf(of: AccountsOf) {
  if ("userId" in of) return sql`id = ${of.userId}`;
  if ("orgId" in of) return sql`org_id = ${of.orgId}`;
  if ("accountId" in of) return sql`account_id = ${of.accountId}`;
  return sql`assessor_id = ${of.assessorId}`;
}

/** Shuts accounts out; their sessions end with the transaction (database trigger). */
export const disableAccount = (tx: Tx, actor: Actor, of: AccountsOf): Promise<void> =>
  setStatus(tx, actor, of, "1", "2");

/** Lets disabled accounts in again. @throws DUPLICATE for a phone that another enabled account has by now */
export const enableAccount = (tx: Tx, actor: Actor, of: AccountsOf): Promise<void> =>
  setStatus(tx, actor, of, "2", "1");

async function setStatus(tx: Tx, actor: Actor, of: AccountsOf, from: string, to: string): Promise<void> {
  if (to === "1") {
    const { rows } = await sql<{
      id: string;
    }>`select id from app_user where ${accountsOf(of)} and status = ${from} and is_deleted = 0 order by id for update`.execute(
      tx,
    );
    for (const { id } of rows) await mustEnterAlone(tx, id);
  }
  const changed = await sql<{
    id: string;
  }>`update app_user set status = ${to}, update_user = ${actor.userId}, update_time = now(), version = version + 1
    where ${accountsOf(of)} and status = ${from} and is_deleted = 0 returning id`.execute(tx);
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
 * Gives an account a random password, sent to its proven phone and to be changed at the next sign-in; all its sessions end.
 * @throws NOT_FOUND when there is no such account; ROLE_DENIED, SECOND_PERSON where the actor may not, or not alone
 */
export async function resetPassword(tx: Tx, app: Services, actor: Actor, of: AccountsOf): Promise<void> {
  const found = await sql<{ id: string; account: string; phone: string | null }>`select id, account, phone from app_user
    where ${accountsOf(of)} and is_deleted = 0 order by id limit 1 for update`.execute(tx);
  const user = found.rows[0];
  if (!user) throw new Refusal("NOT_FOUND");
  await mustMayChange(tx, actor, "password", [user.id]);
  // Without a proven phone it is refused above.
  if (user.phone === null) throw new Refusal("SECOND_PERSON");
  await giveRandomPassword(tx, app, user, app.cipher.decrypt(user.phone));
  await writeAudit(tx, actor, [{ bizType: "User", bizId: user.id, action: "resetPassword" }]);
}

/** Whoever found a session open must not find the password by trying. @throws RATE_LIMIT */
export const limitPasswordTries = (app: Services, actor: Actor): Promise<void> =>
  limitRate(app, "own password", actor.userId, 10, 10);

/** Whether this is the password of the user. */
export async function isPasswordOf(db: Db, userId: string, password: string): Promise<boolean> {
  const user = await db.selectFrom("appUser").select("passwordHash").where("id", "=", userId).executeTakeFirst();
  return checkPassword(user?.passwordHash ?? null, password);
}

/**
 * Changes a password to one the user chose; all sessions of the user end.
 * @param oldPassword null where another proof stands for it (a code sent to the phone)
 * @param field where the new one came in
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
  if (user.loginType === "2") mustNotHoldIdNumber(app, newPassword, user.idNumberHash, field);
  await mustNotBeUsed(tx, userId, newPassword, field);
  await storePassword(tx, userId, await hashPassword(newPassword), 0);
  await writeAudit(tx, actor, [{ bizType: "User", bizId: userId, action: "changePassword" }]);
}

/** @throws FIELD_INVALID for one of the last three passwords of a user */
export async function mustNotBeUsed(tx: Tx, userId: string, password: string, field: PasswordField): Promise<void> {
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

/** Characters of a number that identifies somebody. */
const [shortestIdNumber, longestIdNumber] = [6, 30];

/** A student signs in by his ID number, of which the account keeps a hash only: every piece of the password is held against that. @throws FIELD_INVALID */
function mustNotHoldIdNumber(
  { cipher }: Services,
  password: string,
  idNumberHash: string | null,
  field: PasswordField,
): void {
  for (let from = 0; from + shortestIdNumber <= password.length; from++)
    for (let to = from + shortestIdNumber; to <= Math.min(password.length, from + longestIdNumber); to++)
      if (cipher.hash(password.slice(from, to)) === idNumberHash) throw holdsAccount(field);
}

/** Carries a corrected name, phone or ID number over to the sign-in of a student account. Another phone has to be proven by the student. */
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
      update_time = now(), version = version + 1 where account_id = ${accountId} and is_deleted = 0`.execute(tx);
  for (const { id, account, phone } of rows)
    await afterPhoneSet(tx, app, actor, { id, account, phone: person.phone }, phone && cipher.decrypt(phone));
}

/**
 * Gives an account of an institution another name; who is signed in stays so.
 * @throws ACCOUNT_DUP
 */
export async function renameAccount(tx: Tx, actor: Actor, orgId: string, from: string, to: string): Promise<void> {
  if (isReserved(to)) throw new Refusal("ACCOUNT_DUP");
  await mustBeFree(tx, to, null);
  const renamed = await sql<{
    id: string;
  }>`update app_user set account = ${to}, update_user = ${actor.userId}, update_time = now(), version = version + 1
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

/** Makes a user the one of an institution he has just filed; he signs in anew to see it. @returns the name he signs in with */
export async function bindInstitution(tx: Tx, userId: string, orgId: string): Promise<string | null> {
  const { rows } = await sql<{
    account: string;
  }>`update app_user set org_id = ${orgId}, update_time = now(), version = version + 1 where id = ${userId} and is_deleted = 0 returning account`.execute(
    tx,
  );
  return rows[0]?.account ?? null;
}
