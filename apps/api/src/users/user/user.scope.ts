import { User } from "@jipei/contract/users/user.ts";
import type { ListQuery } from "@jipei/contract/core/fields/shape.ts";
import { sql } from "kysely";
import { departmentsBelow } from "../departments/units.ts";
import type { ListOptions } from "../../core/list/list-source.ts";
import { ofTenant } from "../../core/database/rows.ts";
import type { Condition } from "../../core/database/sql.ts";
import { type DerivedField, derived } from "../../core/database/sql.ts";

const names = (name: string, between: string) =>
  `select string_agg(${name}, '${between}' order by r.sort, r.id) from held_role ur join authority r on r.id = ur.role_id and r.is_deleted = 0
  where ur.user_id = t.id`;
const ofPlatform = "from user_platform p where p.user_id = t.id order by p.user_type limit 1";
export const userDerived: readonly DerivedField[] = [
  derived(User, "roleName", names("r.role_name", "、")),
  derived(User, "roleNameEn", names("coalesce(r.role_name_en, r.role_name)", ", ")),
  derived(
    User,
    "roleId",
    `array(select r.id from held_role ur join authority r on r.id = ur.role_id and r.is_deleted = 0
      where ur.user_id = t.id and ur.end_date is null order by r.sort, r.id)`,
  ),
  derived(User, "userType", `select p.user_type ${ofPlatform}`),
  derived(User, "userExt", `select p.user_ext::text ${ofPlatform}`),
];

/** Users of the actor's tenant; data scopes narrow them further. */
export const userScope = ofTenant;

interface Extra {
  deptId?: string | null;
  roleId?: string | null;
}

/** Filters by a department with all below it, and by a role that is held today. */
export function userFilters({ extra }: ListQuery & { extra?: Extra }): Condition[] {
  const { deptId, roleId } = extra ?? {};
  return [
    ...(deptId ? [sql`t.dept_id in (${departmentsBelow(deptId)})`] : []),
    ...(roleId ? [sql`t.id in (select ur.user_id from held_role ur where ur.role_id = ${roleId})`] : []),
  ];
}

export const userListOptions: ListOptions = { scope: userScope, whereOf: userFilters as ListOptions["whereOf"] };
