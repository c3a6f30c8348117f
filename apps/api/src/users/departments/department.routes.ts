import { formImporter } from "../../core/excel/import/form-import.ts";
import { exporter } from "../../core/excel/export.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { columns } from "../../core/entity/columns.ts";
import { Department, type DepartmentRow, departmentCalls, hasCreditCode } from "@jipei/contract/users/department.ts";
import { type ListQuery, unpaged } from "@jipei/contract/core/fields/shape.ts";
import type { Branch } from "@jipei/contract/core/tree.ts";
import { getRegionPrefix } from "@jipei/contract/settings/region.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { type CrudOptions, crudRoutes } from "../../core/entity/crud.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import { type Route, reads } from "../../core/http/implement.ts";
import { listPage } from "../../core/list/list.ts";
import { refuseUsed } from "../../core/entity/references.ts";
import { Refusal, refuseRows, invalidField } from "../../core/foundation/refusal.ts";
import { ofTenant } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Condition, likePattern } from "../../core/database/sql.ts";
import { assertRegion } from "../../settings/settings.queries.ts";
import {
  getAncestors,
  getBranches,
  checkParent,
  getLevel,
  lockTree,
  nameAbove,
  getNodes,
  rootId,
} from "../../core/foundation/tree.ts";
import { seesByDepartment } from "../user/user.place.ts";

const wrong = (name: keyof typeof Department.fields, zh: string, en: string) =>
  invalidField(name, Department.fields[name].zh, Department.fields[name].en, zh, en);

const options: CrudOptions<typeof Department> = {
  entity: Department,
  resource: "dept",
  audited: true,
  scope: ofTenant,
  async beforeSave(tx, actor, merged, old) {
    const { orgName, deptCategory, creditCode } = merged;
    // One that was filed without, by an older version or an import, can still be saved as it is.
    const isFiledWithout = old?.deptCategory === deptCategory && !old?.creditCode;
    if (hasCreditCode(deptCategory) && !creditCode && !isFiledWithout)
      throw wrong("creditCode", "不能为空", "required");
    await assertRegion(tx, Department.fields.regionCode, merged.regionCode, old?.regionCode);
    const parentId = merged.parentId && merged.parentId !== rootId ? (merged.parentId as string) : null;
    await lockTree(tx, Department);
    if (parentId) await checkParent(tx, actor, Department, old?.id ?? null, parentId);
    await assertNotWidened(tx, actor, old, parentId, merged.regionCode ?? null);
    const duplicate =
      await sql`select 1 from department where tenant_id = ${actor.tenantId} and coalesce(parent_id, 0) = coalesce(${parentId}::bigint, 0) and org_name = ${orgName}
      and is_deleted = 0 and id is distinct from ${old?.id ?? null}::bigint limit 1`.execute(tx);
    if (duplicate.rows.length > 0)
      throw new Refusal("DUPLICATE", { field: { zh: Department.fields.orgName.zh, en: Department.fields.orgName.en } });
    return columns(Department, { parentId });
  },
  async beforeRemove(tx, _actor, rows) {
    const ids = rows.map((row) => row.id as string);
    const above = await sql<{
      id: string;
    }>`select distinct parent_id as id from department where parent_id = any(${ids}::bigint[]) and id <> all(${ids}::bigint[]) and is_deleted = 0`.execute(
      tx,
    );
    refuseRows(
      "MENU_HAS_CHILD",
      above.rows.map(({ id }) => id),
    );
    await refuseUsed(tx, Department, rows, "DEPENDENCY_IN_USE", [
      "Department.parentId",
      "User.createDept",
      "Registration.createDept",
    ]);
  },
};

/**
 * Users who see rows by their department must not widen what they see: they move neither their own department, nor others below it.
 * @throws FIELD_FROZEN for the actor's own department and those above it, NOT_OWNER for a department that would come to lie below the actor's own
 */
async function assertNotWidened(
  tx: Tx,
  actor: Actor,
  old: StoredRow<typeof Department> | null,
  parentId: string | null,
  regionCode: string | null,
): Promise<void> {
  const changed = old ? findChanged(old, parentId, regionCode) : "parentId";
  if (!actor.deptId || !seesByDepartment(actor) || !changed) return;
  const { zh, en } = Department.fields[changed];
  if (old && (await getAncestors(tx, Department, actor.deptId)).includes(old.id))
    throw new Refusal("FIELD_FROZEN", { field: { zh, en } });
  const isBelow = async (id: string | null) =>
    id !== null && (await getAncestors(tx, Department, id)).includes(actor.deptId as string);
  if (!(await isBelow(parentId))) return;
  const comesFromElsewhere = old !== null && !(await isBelow(old.id));
  const liesElsewhere =
    regionCode !== null &&
    actor.regions &&
    !actor.regions.some((region) => regionCode.startsWith(getRegionPrefix(region)));
  if (comesFromElsewhere || liesElsewhere) throw new Refusal("NOT_OWNER");
}

function findChanged(
  old: StoredRow<typeof Department>,
  parentId: string | null,
  regionCode: string | null,
): "parentId" | "regionCode" | null {
  if (old.parentId !== parentId) return "parentId";
  return old.regionCode !== regionCode ? "regionCode" : null;
}

/** The whole tree is read at once; institutions and enterprises are departments too, and a county has thousands of them. */
const mostDepartments = 50_000;

const findRows = async (
  app: Services,
  actor: Actor,
  query: Partial<ListQuery> = {},
  where: readonly Condition[] = [],
) =>
  (
    await listPage(
      app,
      actor,
      Department,
      { ...unpaged, ...query, all: true },
      { ...options, where, most: mostDepartments },
    )
  ).records;

/** One level of the tree; a search without a parent covers all levels. */
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
  if (!parentId && sought.length > 0) return getBranches(await findRows(app, actor, {}, sought));
  const under = !parentId || parentId === rootId ? sql`t.parent_id is null` : sql`t.parent_id = ${parentId}`;
  const rows = await findRows(app, actor, {}, [under, ...sought]);
  const branches = await sql<{
    id: string;
  }>`select distinct parent_id as id from department where parent_id = any(${rows.map(({ id }) => id)}::bigint[]) and is_deleted = 0`.execute(
    db,
  );
  const withChildren = new Set(branches.rows.map(({ id }) => id));
  return getLevel(rows, ({ id }) => withChildren.has(id));
}

export const departmentRoutes: Route[] = [
  exporter(Department, departmentCalls.export, options),
  ...crudRoutes(
    departmentCalls,
    {
      ...options,
      detail: async (db, _actor, row) => ({ parentName: await nameAbove(db, Department, row.parentId) }),
    },
    {
      list: reads(departmentCalls.list, async (_db, actor, query, app) =>
        getBranches(await findRows(app, actor, query)),
      ),
    },
  ),
  reads(departmentCalls.lazyList, (db, actor, input, app) => level(db, actor, input, app)),
  reads(departmentCalls.tree, async (_db, actor, _input, app) =>
    getNodes(await findRows(app, actor), ({ orgName }) => orgName),
  ),
];

/** Rows name the department above them, which is there already. */
export const departmentImporter = formImporter(departmentCalls.import, options);
