import { Department, type DepartmentRow, departmentCalls, hasCreditCode } from "@jipei/contract/users/department.ts";
import { type Entity, snake } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import { type ListQuery, unpaged } from "@jipei/contract/core/shape.ts";
import type { Branch } from "@jipei/contract/core/tree.ts";
import { entities } from "@jipei/contract/entities.ts";
import { stemOf } from "@jipei/contract/settings/region.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { type CrudOptions, crudRoutes } from "../core/crud.ts";
import type { Db, Tx } from "../core/db.ts";
import { type Route, reads } from "../core/implement.ts";
import { listPage } from "../core/list.ts";
import { type Place, refuseUsed } from "../core/references.ts";
import { Refusal, failureOf, invalidField } from "../core/refusal.ts";
import { ofTenant } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { type Condition, likePattern } from "../core/sql.ts";
import { mustBeRegion } from "../settings/settings.queries.ts";
import { ancestorsOf, branchesOf, checkParent, levelOf, lockTree, nameAbove, nodesOf, rootId } from "../core/tree.ts";
import { seesByDepartment } from "./user.place.ts";

const wrong = (name: keyof typeof Department.fields, zh: string, en: string) =>
  invalidField(name, Department.fields[name].zh, Department.fields[name].en, zh, en);

const options: CrudOptions = {
  entity: Department,
  resource: "dept",
  audited: true,
  scope: ofTenant,
  async beforeSave(tx, actor, merged, old) {
    const { orgName, deptCategory, creditCode } = merged;
    if (hasCreditCode(deptCategory) && !creditCode) throw wrong("creditCode", "不能为空", "required");
    await mustBeRegion(tx, Department.fields.regionCode, merged["regionCode"], old?.["regionCode"]);
    const parentId = merged["parentId"] && merged["parentId"] !== rootId ? (merged["parentId"] as string) : null;
    await lockTree(tx, Department);
    if (parentId) await checkParent(tx, actor, Department, old?.["id"] ?? null, parentId);
    await mustNotWiden(tx, actor, old, parentId, merged["regionCode"] ?? null);
    const twin =
      await sql`select 1 from department where tenant_id = ${actor.tenantId} and coalesce(parent_id, 0) = coalesce(${parentId}::bigint, 0) and org_name = ${orgName}
      and is_deleted = 0 and id is distinct from ${old?.["id"] ?? null}::bigint limit 1`.execute(tx);
    if (twin.rows.length > 0)
      throw new Refusal("DUPLICATE", { field: { zh: Department.fields.orgName.zh, en: Department.fields.orgName.en } });
    return { parentId };
  },
  async beforeRemove(tx, _actor, rows) {
    const ids = rows.map((row) => row["id"] as string);
    const above = await sql<{
      id: string;
    }>`select distinct parent_id as id from department where parent_id = any(${ids}::bigint[]) and id <> all(${ids}::bigint[]) and is_deleted = 0`.execute(
      tx,
    );
    if (above.rows.length > 0)
      throw new Refusal(
        "MENU_HAS_CHILD",
        {},
        above.rows.map(({ id }) => failureOf(new Refusal("MENU_HAS_CHILD"), id)),
      );
    await refuseUsed(tx, "DEPENDENCY_IN_USE", ids, ["app_user.dept_id", "app_user.ent_id"]);
    await refuseUsed(tx, "DEPENDENCY_IN_USE", ids, businessPlaces());
  },
};

/**
 * Whoever sees by his department does not move it to where more is seen, nor more below it.
 * @throws FIELD_FROZEN for his own department and those above it, NOT_OWNER for what would come to lie below his own
 */
async function mustNotWiden(
  tx: Tx,
  actor: Actor,
  old: Record<string, any> | null,
  parentId: string | null,
  regionCode: string | null,
): Promise<void> {
  const name =
    old && old["parentId"] !== parentId
      ? "parentId"
      : (old?.["regionCode"] ?? null) !== regionCode
        ? "regionCode"
        : null;
  if (!actor.deptId || !seesByDepartment(actor) || (old && !name)) return;
  const { zh, en } = Department.fields[name ?? "parentId"];
  if (old && (await ancestorsOf(tx, Department, actor.deptId)).includes(old["id"]))
    throw new Refusal("FIELD_FROZEN", { field: { zh, en } });
  const isBelow = async (id: string | null) =>
    id !== null && (await ancestorsOf(tx, Department, id)).includes(actor.deptId as string);
  if (!(await isBelow(parentId))) return;
  const comesFromElsewhere = old !== null && !(await isBelow(old["id"]));
  const liesElsewhere =
    regionCode !== null && actor.regions && !actor.regions.some((region) => regionCode.startsWith(stemOf(region)));
  if (comesFromElsewhere || liesElsewhere) throw new Refusal("NOT_OWNER");
}

/** Every column of the contract that names a department; the unit that made a row counts. */
function businessPlaces(): Place[] {
  const places = entities
    .filter(({ table }) => table !== "app_user")
    .flatMap((entity: Entity<any>) =>
      Object.entries<Field>(entity.fields)
        .filter(
          ([name, field]) =>
            field.entity === Department.name &&
            !field.lookup &&
            !field.derived &&
            !(entity.name === Department.name && name === "parentId"),
        )
        .map(([name, field]): Place => `${entity.table}.${snake(name)}${field.kind === "refs" ? "[]" : ""}`),
    );
  return [...new Set(places)];
}

/** A tree is shown whole; institutions and enterprises are departments too, and a county has thousands of these. */
const mostDepartments = 50_000;

const rowsOf = async (app: Services, actor: Actor, query: Partial<ListQuery> = {}, where: readonly Condition[] = []) =>
  (
    await listPage<DepartmentRow>(
      app,
      actor,
      Department,
      { ...unpaged, ...query, all: true },
      { ...options, where, most: mostDepartments },
    )
  ).records;

/** One level; without a parent, and with something to look for, all levels. */
async function level(
  db: Db,
  actor: Actor,
  {
    parentId,
    orgName,
    deptCategory,
  }: { parentId?: string | null; orgName?: string | null; deptCategory?: string | null },
  app: Services,
): Promise<Branch<DepartmentRow>[]> {
  const sought = [
    ...(orgName ? [sql`t.org_name ilike ${`%${likePattern(orgName)}%`}`] : []),
    ...(deptCategory ? [sql`t.dept_category = ${deptCategory}`] : []),
  ];
  if (!parentId && sought.length > 0) return branchesOf(await rowsOf(app, actor, {}, sought));
  const under = !parentId || parentId === rootId ? sql`t.parent_id is null` : sql`t.parent_id = ${parentId}`;
  const rows = await rowsOf(app, actor, {}, [under, ...sought]);
  const branches = await sql<{
    id: string;
  }>`select distinct parent_id as id from department where parent_id = any(${rows.map(({ id }) => id)}::bigint[]) and is_deleted = 0`.execute(
    db,
  );
  const withChildren = new Set(branches.rows.map(({ id }) => id));
  return levelOf(rows, ({ id }) => withChildren.has(id));
}

export const departmentRoutes: Route[] = [
  ...crudRoutes(
    departmentCalls as never,
    {
      ...options,
      detail: async (db, _actor, row) => ({ parentName: await nameAbove(db, Department, row["parentId"]) }),
    },
    {
      list: reads(departmentCalls.list, async (_db, actor, query, app) => branchesOf(await rowsOf(app, actor, query))),
    },
  ),
  reads(departmentCalls.lazyList, (db, actor, input, app) => level(db, actor, input, app)),
  reads(departmentCalls.tree, async (_db, actor, _input, app) =>
    nodesOf(await rowsOf(app, actor), ({ orgName }) => orgName),
  ),
];
