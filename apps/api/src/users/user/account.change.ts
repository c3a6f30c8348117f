import { now } from "../../core/foundation/clock.ts";
import { sql } from "kysely";
import { assertMayChange } from "../../access/access.queries.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import type { Tx } from "../../core/database/db.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { giveRandomPassword, storePassword } from "./user.password.ts";
import { afterPhoneSet, assertAccountPhoneUnique } from "./user.phone.ts";
import { assertChoosable, assertFree } from "./account.names.ts";

/** Enables an account, with a password that its user chose; all its sessions end. */
export async function restoreAccess(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await storePassword(tx, userId, passwordHash, 0);
  await sql`update app_user set status = '1' where id = ${userId} and status <> '1'`.execute(tx);
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
 * @throws ACCOUNT_DUP, FIELD_INVALID
 */
export async function renameAccount(tx: Tx, actor: Actor, orgId: string, from: string, to: string): Promise<void> {
  assertChoosable(to);
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
