import type { Paging } from "@jipei/contract/auth/own-rights.ts";
import {
  loadOrgList,
  loadUserGroupList,
  loadUserList,
  loadUserOrgList,
  loadUserRoleList,
  type OrgItem,
} from "@jipei/contract/auth/system-service.ts";
import { type Entity, snake } from "@jipei/contract/core/entity.ts";
import type { Page } from "@jipei/contract/core/fields/shape.ts";
import { Department } from "@jipei/contract/users/department.ts";
import { User } from "@jipei/contract/users/user.ts";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../core/foundation/actor.ts";
import { hiddenFields, visible } from "../core/access/data-scope.ts";
import type { Db } from "../core/database/db.ts";
import { type Route, reads } from "../core/http/implement.ts";
import { assertVisibleFields } from "../core/list/list-source.ts";
import { invalidField } from "../core/foundation/refusal.ts";
import { ofTenant } from "../core/database/rows.ts";
import { type Condition, all, likePattern } from "../core/database/sql.ts";
import { pageShape, unpagedMost, getWindow } from "../core/list/window.ts";
import { userScope } from "./user/user.scope.ts";

interface Wanted extends Paging {
  userId?: string | null;
  account?: string | null;
  userName?: string | null;
  orgId?: string | null;
}

interface Source {
  entity: Entity;
  scope: (actor: Actor) => Condition;
  columns: RawBuilder<unknown>;
  /** Tables joined to each row. */
  joined?: RawBuilder<unknown>;
  /** The field by which they are joined; where it is hidden from the actor, the page is empty. */
  standsOn?: string;
  /** Conditions by their field; null where the caller set none. */
  where: Readonly<Record<string, Condition | null>>;
  order: RawBuilder<unknown>;
}

/** A page of the rows that the actor may see and that match. @throws FIELD_INVALID for a condition on a hidden field, and for too many rows at once */
async function page<R>(
  db: Db,
  actor: Actor,
  wanted: Paging,
  { entity, scope, columns, joined = sql``, standsOn, where, order }: Source,
): Promise<Page<R>> {
  const window = getWindow(wanted);
  const asked = Object.entries(where).flatMap(([name, condition]) => (condition ? [{ name, condition }] : []));
  assertVisibleFields(
    entity,
    actor,
    asked.map(({ name }) => name),
  );
  if (standsOn && hiddenFields(entity, actor)?.has(standsOn)) return pageShape<R>([], 0, window);
  const rows = sql`${sql.table(entity.table)} t ${joined} where ${all([sql`t.is_deleted = 0`, visible(entity, scope, actor), ...asked.map(({ condition }) => condition)])}`;
  const counted = await sql<{ n: string }>`select count(*) as n from ${rows}`.execute(db);
  const total = Number(counted.rows[0]?.n ?? 0);
  if (window.size === unpagedMost && total > unpagedMost)
    throw invalidField(
      "isPaging",
      "是否分页",
      "Paged",
      `超过${unpagedMost}条，请分页`,
      `more than ${unpagedMost} rows, please page`,
    );
  const found =
    await sql<R>`select ${columns} from ${rows} order by ${order} limit ${window.size} offset ${(window.current - 1) * window.size}`.execute(
      db,
    );
  return pageShape(found.rows, total, window);
}

/** Columns by their names in the response; null where data scopes hide the field. */
function shown(entity: Entity, actor: Actor, names: Readonly<Record<string, string>>): RawBuilder<unknown> {
  const hidden = hiddenFields(entity, actor);
  return sql.join(
    Object.entries(names).map(
      ([as, name]) => sql`${hidden?.has(name) ? sql`null` : sql.ref(`t.${snake(name)}`)} as ${sql.ref(as)}`,
    ),
  );
}

const like = (column: RawBuilder<unknown>, part: string | null | undefined) =>
  part ? sql`${column} ilike ${`%${likePattern(part)}%`}` : null;
const equal = (column: RawBuilder<unknown>, value: string | null | undefined) =>
  value ? sql`${column} = ${value}` : null;

/** Filters for users, with the columns that every response has. */
const ofUsers = (actor: Actor, wanted: Wanted) => ({
  entity: User,
  scope: userScope,
  who: shown(User, actor, { userId: "id", account: "account" }),
  where: {
    id: equal(sql`t.id`, wanted.userId),
    account: equal(sql`t.account`, wanted.account),
    realName: like(sql`t.real_name`, wanted.userName),
    deptId: equal(sql`t.dept_id`, wanted.orgId),
  },
  order: sql`t.id`,
});

export const userServiceRoutes: Route[] = [
  reads(loadUserList, (db, actor, input) => {
    const { who, ...users } = ofUsers(actor, input as Wanted);
    return page(db, actor, input as Wanted, {
      ...users,
      columns: sql`${who}, ${shown(User, actor, { userName: "realName", nickName: "name", orgId: "deptId", loginType: "loginType", status: "status" })}`,
    });
  }),
  reads(loadUserOrgList, (db, actor, input) => {
    const { who, ...users } = ofUsers(actor, input as Wanted);
    return page(db, actor, input as Wanted, {
      ...users,
      standsOn: "deptId",
      joined: sql`join department d on d.id = t.dept_id and d.is_deleted = 0`,
      columns: sql`${who}, d.id as org_id, d.org_name`,
    });
  }),
  reads(loadUserGroupList, (db, actor, input) => {
    const { who, ...users } = ofUsers(actor, input as Wanted);
    return page(db, actor, input as Wanted, {
      ...users,
      standsOn: "postId",
      joined: sql`join post p on p.id = t.post_id and p.is_deleted = 0`,
      columns: sql`${who}, p.post_code as group_no, p.post_name as group_name`,
    });
  }),
  reads(loadUserRoleList, (db, actor, input) => {
    const { who, ...users } = ofUsers(actor, input as Wanted);
    return page(db, actor, input as Wanted, {
      ...users,
      standsOn: "roleName",
      joined: sql`join held_role ur on ur.user_id = t.id join authority r on r.id = ur.role_id and r.is_deleted = 0`,
      columns: sql`${who}, r.id as role_id, r.role_no, r.role_name, r.role_alias, ur.end_date::text as end_date`,
      // A user has one row for each role: without the role in the order, pages would not be stable.
      order: sql`t.id, r.id`,
    });
  }),
  reads(loadOrgList, (db, actor, input) => {
    const wanted = input as Paging & { orgName?: string | null; deptCategory?: string | null };
    return page<OrgItem>(db, actor, wanted, {
      entity: Department,
      scope: ofTenant,
      columns: shown(Department, actor, {
        orgId: "id",
        orgName: "orgName",
        fullName: "fullName",
        parentId: "parentId",
        deptCategory: "deptCategory",
        sort: "sort",
      }),
      where: {
        orgName: like(sql`t.org_name`, wanted.orgName),
        deptCategory: equal(sql`t.dept_category`, wanted.deptCategory),
      },
      order: sql`t.sort, t.id`,
    });
  }),
];
