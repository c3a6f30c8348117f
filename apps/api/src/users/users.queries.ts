import { now } from "../core/foundation/clock.ts";
import { sql } from "kysely";
import type { Actor } from "../core/foundation/actor.ts";
import type { Db, Tx } from "../core/database/db.ts";

export { assertNewAccount } from "./user/account.names.ts";
export { type NewAccount, createAccount, grantRoles, createFirstAccount } from "./user/account.create.ts";
export {
  type AccountsOf,
  disableAccount,
  enableAccount,
  restoreAccess,
  resetPassword,
  changeIdentity,
  renameAccount,
  bindInstitution,
} from "./user/account.change.ts";
export { changePassword, assertNotUsed } from "./user/account.password.ts";
export { type Approval, type ApprovedStudent, studentApproved } from "./users.holds.ts";
export { removeUsersOf } from "./user/user.remove.ts";
export { ownPasswordRoutes } from "./own/own-password.ts";

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

/** Sets name and region of the bureau's own department. @returns its id, empty where there is none */
export async function renameBureau(tx: Tx, actor: Actor, name: string, regionCode: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`update department set org_name = ${name}, region_code = ${regionCode}, update_user = ${actor.userId}, update_time = ${now()}, version = version + 1
    where id = ${bureauDepartment} returning id`.execute(tx);
  return rows.map(({ id }) => id);
}
