import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { type Condition, nothing } from "../../core/database/sql.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal } from "../../core/foundation/refusal.ts";

export interface Person {
  userId: string;
  name: string;
  deptName: string | null;
}

/** Whether an account (alias `a`) may complete tasks today. */
const mayComplete = sql`exists (select from granted_role g join granted_permission p on p.role_id = g.role_id
  where g.user_id = a.id and (g.end_date is null or g.end_date >= current_date) and p.permission = 'flow_task_complete')`;

/** Where somebody works. */
export type Member = Pick<Actor, "userId" | "audience" | "orgId" | "entId">;

/** Colleagues of somebody (`a`): the bureau among itself, and each institution and enterprise. A person has none. */
function colleaguesOf({ audience, orgId, entId }: Member): Condition {
  if (audience === "bureau") return sql`a.audience = 'bureau'`;
  if (audience === "institution" && orgId) return sql`a.audience = 'institution' and a.org_id = ${orgId}`;
  return audience === "enterprise" && entId ? sql`a.audience = 'enterprise' and a.ent_id = ${entId}` : nothing;
}

const isActive = sql`a.is_deleted = 0 and a.status = '1'`;
const most = 50;

/** Colleagues of somebody who may complete tasks, by a part of their name, without themselves. */
export async function findColleagues(db: Db, of: Member, name: string | null | undefined): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select a.id as user_id, a.real_name as name, (select u.org_name from unit u where u.id = a.dept_id) as dept_name
    from account a where ${isActive} and a.id <> ${of.userId} and ${colleaguesOf(of)} and ${mayComplete}
      and strpos(a.real_name, ${name?.trim() ?? ""}) > 0
    order by a.real_name, a.id limit ${most}`.execute(db);
  return rows;
}

/** The names of colleagues to whom somebody's tasks can be given, by their ids. @throws FIELD_INVALID where one of them is none */
export async function getColleagues(db: Db, of: Member, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select a.id, a.real_name as name from account a
    where a.id = any(${ids}::bigint[]) and ${isActive} and ${colleaguesOf(of)} and ${mayComplete}`.execute(db);
  if (rows.length < new Set(ids).size)
    throw new Refusal("FIELD_INVALID", {
      field: { zh: "人员", en: "User" },
      reason: { zh: "不是可办理任务的同事", en: "is no colleague who may complete tasks" },
    });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Ids of the users whom a model names by id or by account.
 * @throws FLOW_FAILED where nobody is called so
 */
export async function resolveUsers(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const numbers = names.filter((name) => /^\d{1,18}$/.test(name));
  const { rows } = await sql<{ id: string; account: string }>`
    select a.id, a.account from account a where a.is_deleted = 0 and a.account = any(${names})`.execute(db);
  // The seed and jobs act for users who have no account of their own, so that an id needs none.
  const found = new Map([
    ...numbers.map((id): [string, string] => [id, id]),
    ...rows.map(({ id, account }): [string, string] => [account, id]),
  ]);
  const unknown = names.find((name) => !found.has(name));
  if (unknown !== undefined)
    throw new Refusal("FLOW_FAILED", { reason: { zh: `没有用户“${unknown}”`, en: `there is no user “${unknown}”` } });
  return found;
}

/** Ids of the active users of a department. */
export async function getMembers(db: Db, deptId: string): Promise<string[]> {
  if (!/^\d{1,18}$/.test(deptId)) return [];
  const { rows } = await sql<{ id: string }>`
    select a.id from account a where ${isActive} and a.dept_id = ${deptId} order by a.id limit 1000`.execute(db);
  return rows.map(({ id }) => id);
}

/** Ids of the active users who hold a role today. */
export async function getHolders(db: Db, alias: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct a.id from account a join granted_role g on g.user_id = a.id join authority r on r.id = g.role_id
    where ${isActive} and r.role_alias = ${alias} and r.is_deleted = 0 and (g.end_date is null or g.end_date >= current_date)
    order by a.id limit 1000`.execute(db);
  return rows.map(({ id }) => id);
}

/** The department of a user. */
export async function getDepartment(db: Db, userId: string): Promise<string | null> {
  if (!/^\d{1,18}$/.test(userId)) return null;
  const { rows } = await sql<{ deptId: string | null }>`select a.dept_id from account a where a.id = ${userId}`.execute(
    db,
  );
  return rows[0]?.deptId ?? null;
}

/** Leaders whom a user has: those of the own department, else those of the bureau. */
export async function getLeaders(db: Db, userId: string): Promise<string[]> {
  const leaders = await getHolders(db, "leader");
  const department = await getDepartment(db, userId);
  const colleagues = department === null ? [] : await getMembers(db, department);
  const near = leaders.filter((id) => colleagues.includes(id));
  return near.length > 0 ? near : leaders;
}
