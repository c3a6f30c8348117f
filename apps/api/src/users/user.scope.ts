import { User } from "@jipei/contract/users/user.ts";
import type { ListQuery } from "@jipei/contract/core/shape.ts";
import { sql } from "kysely";
import { departmentsBelow } from "../core/data-scope.ts";
import type { ListOptions } from "../core/list-source.ts";
import { ofTenant } from "../core/rows.ts";
import type { Condition } from "../core/sql.ts";
import { derive } from "../core/sql.ts";

const names = (name: string, between: string) =>
  `select string_agg(${name}, '${between}' order by r.sort, r.id) from held_role ur join role r on r.id = ur.role_id and r.is_deleted = 0
  where ur.user_id = t.id`;
derive(User, "roleName", names("r.role_name", "、"));
derive(User, "roleNameEn", names("coalesce(r.role_name_en, r.role_name)", ", "));

/** Users of the actor's tenant; data scopes cut further. */
export const userScope = ofTenant;

interface Extra {
  deptId?: string | null;
  roleId?: string | null;
}

/** A department with all below it, and a role that is held today. */
export function userFilters({ extra }: ListQuery & { extra?: Extra }): Condition[] {
  const { deptId, roleId } = extra ?? {};
  return [
    ...(deptId ? [sql`t.dept_id in (${departmentsBelow(deptId)})`] : []),
    ...(roleId ? [sql`t.id in (select ur.user_id from held_role ur where ur.role_id = ${roleId})`] : []),
  ];
}

export const userListOptions: ListOptions = { scope: userScope, whereOf: userFilters as ListOptions["whereOf"] };
