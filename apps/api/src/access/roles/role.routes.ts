import { exporter } from "../../core/excel/export.ts";
import { columns } from "../../core/entity/columns.ts";
import { Role, type RoleRow, roleCalls } from "@jipei/contract/access/role.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import { roles as builtIn } from "@jipei/contract/core/roles.ts";
import type { ListQuery } from "@jipei/contract/core/fields/shape.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { type CrudOptions, crudRoutes, saveRow } from "../../core/entity/crud.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import { type Route, reads, writes } from "../../core/http/implement.ts";
import { listPage } from "../../core/list/list.ts";
import { Refusal, refuseRows, invalidField } from "../../core/foundation/refusal.ts";
import { isSameSet } from "../../core/foundation/same-set.ts";
import { ofTenant } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { getBranches, checkParent, lockTree, nameAbove, getNodes } from "../../core/foundation/tree.ts";
import { grantRights } from "../grants/grants.ts";
import { grantedIds } from "../grants/grants.links.ts";
import { rightsControlled } from "../rights-change/rights-change.ts";

export const roleOptions: CrudOptions<typeof Role> = {
  entity: Role,
  resource: "role",
  audited: true,
  scope: ofTenant,
  async beforeSave(tx, actor, merged, old) {
    const { roleAlias } = Role.fields;
    if (!/^[A-Za-z]{2,50}$/.test(merged.roleAlias))
      throw invalidField("roleAlias", roleAlias.zh, roleAlias.en, "须为2–50个字母", "2 to 50 letters");
    if (old && old.roleAlias !== merged.roleAlias && isBuiltIn(old.roleAlias))
      throw new Refusal("FIELD_FROZEN", { field: { zh: roleAlias.zh, en: roleAlias.en } });
    if (isBuiltIn(merged.roleAlias) && old?.roleAlias !== merged.roleAlias)
      throw new Refusal("DUPLICATE", { field: { zh: roleAlias.zh, en: roleAlias.en } });
    await assertOnlyAlias(tx, actor, old?.id, merged.roleAlias);
    await lockTree(tx, Role);
    if (merged.parentId) await checkParent(tx, actor, Role, old?.id ?? null, merged.parentId);
    return old ? undefined : columns(Role, { roleNo: await nextNumber(tx) });
  },
  async beforeRemove(tx, actor, rows) {
    refuseRows(
      "ROLE_BUILTIN",
      rows.filter((row) => isBuiltIn(row.roleAlias)).map((row) => row.id),
    );
    const ids = rows.map((row) => row.id as string);
    const used = await sql<{
      id: string;
    }>`select distinct role_id as id from held_role where role_id = any(${ids}::bigint[]) order by 1`.execute(tx);
    refuseRows(
      "ROLE_IN_USE",
      used.rows.map(({ id }) => id),
    );
    const parents = await sql<{
      id: string;
    }>`select distinct parent_id as id from role where parent_id = any(${ids}::bigint[]) and id <> all(${ids}::bigint[]) and is_deleted = 0 order by 1`.execute(
      tx,
    );
    refuseRows(
      "MENU_HAS_CHILD",
      parents.rows.map(({ id }) => id),
    );
    for (const link of ["role_menu", "role_permission", "role_data_scope", "role_api_scope"])
      await sql`delete from ${sql.table(link)} where role_id = any(${ids}::bigint[])`.execute(tx);
  },
};

const builtInKeys = new Set(Object.keys(builtIn).map((alias) => alias.toLowerCase()));
/** Keys of roles are compared without case, since «ClerK» could be mistaken for «clerk». */
const isBuiltIn = (alias: string): boolean => builtInKeys.has(alias.toLowerCase());

/** @throws DUPLICATE */
async function assertOnlyAlias(tx: Tx, actor: Actor, id: string | undefined, alias: string): Promise<void> {
  const { rows } =
    await sql`select from role where lower(role_alias) = lower(${alias}) and tenant_id = ${actor.tenantId} and is_deleted = 0 and id is distinct from ${id ?? null}::bigint limit 1`.execute(
      tx,
    );
  if (rows.length > 0)
    throw new Refusal("DUPLICATE", { field: { zh: Role.fields.roleAlias.zh, en: Role.fields.roleAlias.en } });
}

/** Built-in roles have the numbers R00 to R99, others begin with R100. */
async function nextNumber(tx: Tx): Promise<string> {
  const { rows } = await sql<{
    n: number;
  }>`select coalesce(max(substr(role_no, 2)::int), 99) + 1 as n from role where role_no ~ '^R[0-9]{3,9}$'`.execute(tx);
  return `R${Math.max(100, rows[0]?.n ?? 100)}`;
}

/** A role and all below it. */
async function below(db: Db, actor: Actor, roleId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    with recursive below as (select id from role where id = ${roleId} and tenant_id = ${actor.tenantId}
      union select r.id from role r join below b on r.parent_id = b.id where r.is_deleted = 0) select id from below`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

const rows = async (app: Services, actor: Actor, query: Partial<ListQuery> = {}) =>
  (await listPage(app, actor, Role, { current: 1, size: 10, sort: [], filters: [], ...query, all: true }, roleOptions))
    .records;
const getTitle = (row: RoleRow) => row.roleName;
const getEnglish = (row: RoleRow) => row.roleNameEn;

const roleRows = rightsControlled(roleOptions);

/** Saves a role. What it is granted is named only to be shown, or to be changed as by `grant`. */
async function saveRole(
  tx: Tx,
  actor: Actor,
  { menuIds, dataScopeIds, apiScopeIds, ...input }: InputOf<typeof roleCalls.submit>,
  app: Services,
): Promise<{ id: string }> {
  const saved = await saveRow(tx, actor, roleRows, input, app);
  const now = await grantedIds(tx, saved.id);
  const changed = Object.entries({ menuIds, dataScopeIds, apiScopeIds }).filter(
    ([name, ids]) => ids !== undefined && !isSameSet(ids ?? [], now[name as keyof typeof now]),
  );
  if (changed.length > 0)
    await grantRights(tx, app, actor, {
      roleIds: [saved.id],
      ...Object.fromEntries(changed.map(([name, ids]) => [name, ids ?? []])),
    });
  return saved;
}

export const roleRoutes: Route[] = [
  exporter(Role, roleCalls.export, roleOptions),
  ...crudRoutes(
    roleCalls,
    {
      ...roleRows,
      detail: async (db, _actor, row) => ({ parentName: await nameAbove(db, Role, row.parentId) }),
    },
    {
      list: reads(roleCalls.list, async (_db, actor, query, app) => getBranches(await rows(app, actor, query))),
      submit: writes(roleCalls.submit, saveRole),
    },
  ),
  reads(roleCalls.tree, async (_db, actor, _input, app) => getNodes(await rows(app, actor), getTitle, getEnglish)),
  reads(roleCalls.treeById, async (db, actor, { roleId }, app) => {
    const out = await below(db, actor, roleId);
    if (out.size === 0) throw new Refusal("NOT_FOUND");
    return getNodes(
      (await rows(app, actor)).filter(({ id }) => !out.has(id)),
      getTitle,
      getEnglish,
    );
  }),
  writes(roleCalls.grant, (tx, actor, input, app) => grantRights(tx, app, actor, input)),
];
