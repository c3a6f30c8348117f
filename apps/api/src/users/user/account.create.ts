import { now } from "../../core/foundation/clock.ts";
import { type RoleAlias, roles } from "@jipei/contract/core/roles.ts";
import { sql } from "kysely";
import { assertCompatible } from "../../core/access/incompatible-roles.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import type { Tx } from "../../core/database/db.ts";
import type { Services } from "../../core/foundation/services.ts";
import { sendPassword } from "./user.password.ts";
import { checkNewPassword, firstPassword, hashPassword, randomPassword } from "../../core/security/password.ts";
import { type LoginType, assertNewAccount, nextStudentName } from "./account.names.ts";
import { assertHoldsNoIdNumber } from "./account.password.ts";

export interface NewAccount {
  loginType: LoginType;
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
