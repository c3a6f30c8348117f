import { exporter } from "../core/excel/export.ts";
import type { OutputOf } from "@jipei/contract/core/call.ts";
import type { Filter, ListQuery } from "@jipei/contract/core/fields/shape.ts";
import { Region, type RegionNode, type RegionRow, regionCalls, rootCode } from "@jipei/contract/settings/region.ts";
import { sql } from "kysely";
import { type CrudOptions, saveRow } from "../core/entity/crud.ts";
import { removeRows } from "../core/database/write-rows.ts";
import type { Db, Tx } from "../core/database/db.ts";
import { formImporter } from "../core/excel/import/form-import.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { type Route, reads, writes } from "../core/http/implement.ts";
import { listPage } from "../core/list/list.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import { type Condition, all, detailColumns, everything, hasPart, likePattern } from "../core/database/sql.ts";
import { writeAudit } from "../core/entity/audit.ts";
import { assertTenantOwner } from "../core/access/tenant-owner.ts";
import {
  checkRegion,
  idOfCode,
  splitCodes,
  lockRegions,
  assertRegionsRemovable,
  renameBelow,
  selectable,
} from "./region.rules.ts";

const hasChildren = sql`exists (select from region c where c.parent_code = t.code and c.code <> t.code and c.is_deleted = 0) as "hasChildren"`;
const node = sql`t.code as id, t.parent_code as "parentId", t.name as title, t.code as value, t.code as key, t.full_name as "fullName", t.region_level as "regionLevel", ${hasChildren}`;

/** The regions that pickers offer: those that may still be chosen. */
const nodes = async (db: Db, where: Condition, order: Condition, limit = 5000): Promise<RegionNode[]> =>
  (
    await sql<RegionNode>`select ${node} from region t where t.is_deleted = 0 and t.code <> ${rootCode} and ${selectable} and ${where} order by ${order} limit ${limit}`.execute(
      db,
    )
  ).rows;

const beginning = (code: string): Condition => sql`t.code like ${`${likePattern(code)}%`}`;

interface Below {
  parentCode?: string | null;
  code?: string | null;
  name?: string | null;
}
const below = ({ parentCode, code, name }: Below): Condition =>
  all([
    sql`t.parent_code = ${parentCode ?? rootCode}`,
    sql`t.code <> ${rootCode}`,
    ...(code ? [beginning(code)] : []),
    ...(name ? [sql`t.name ilike ${`%${likePattern(name)}%`}`] : []),
  ]);

/** A filter by code matches the beginning of the code. */
const byBeginning = (filter: Filter): Filter =>
  filter.field === "code" && filter.operator === "contains" ? { ...filter, operator: "startsWith" } : filter;

/** Finds regions by their own name first, else by the words of the full name, as people write it: 嘉兴 平湖, 浙江省嘉兴市平湖市. */
async function found(db: Db, name: string): Promise<RegionNode[]> {
  const own = await nodes(db, hasPart(sql`t.name`, name), sql`t.region_level, t.code`, 50);
  if (own.length > 0) return own;
  return nodes(
    db,
    all(name.split(/\s+/).map((word) => sql`t.full_name ilike ${`%${likePattern(word)}%`}`)),
    sql`t.region_level, t.code`,
    50,
  );
}

const options = { scope: () => everything };
const saving: CrudOptions<typeof Region> = {
  entity: Region,
  resource: "region",
  scope: () => everything,
  audited: true,
  beforeSave: (tx, _actor, merged, old) => checkRegion(tx, merged, old),
  afterSave: (tx, _actor, row, old) => renameBelow(tx, row, old),
};
const narrowed = (query: ListQuery): ListQuery => ({ ...query, filters: query.filters.map(byBeginning) });

export const regionRoutes: Route[] = [
  exporter(Region, regionCalls.export, { ...options, narrow: (query) => ({ query: narrowed(query) }) }),
  reads(regionCalls.list, (_db, actor, query, app) => listPage(app, actor, Region, narrowed(query), options)),
  reads(regionCalls.detail, async (db, _actor, { code }) => {
    const { rows } = await sql<
      OutputOf<typeof regionCalls.detail>
    >`select ${detailColumns(Region)}, (select p.name from region p where p.code = t.parent_code and p.is_deleted = 0) as "parentName"
      from region t where t.code = ${code} and t.is_deleted = 0`.execute(db);
    return rows[0] ?? Promise.reject(new Refusal("NOT_FOUND"));
  }),
  reads(regionCalls.lazyTree, (db, _actor, input) => nodes(db, below(input), sql`t.sort nulls last, t.code`)),
  reads(regionCalls.lazyList, async (db, _actor, input) => {
    const { rows } = await sql<
      RegionRow & { hasChildren: boolean }
    >`select ${detailColumns(Region)}, ${hasChildren} from region t where t.is_deleted = 0 and ${below(input)} order by t.sort nulls last, t.code limit 5000`.execute(
      db,
    );
    return rows;
  }),
  reads(regionCalls.select, async (db, _actor, { code, name }) => {
    if (!code && !name?.trim()) return [];
    return code
      ? nodes(
          db,
          all([beginning(code), ...(name ? [hasPart(sql`t.name`, name)] : [])]),
          sql`t.region_level, t.code`,
          50,
        )
      : found(db, (name ?? "").trim());
  }),
  writes(regionCalls.submit, async (tx, actor, input, app) => {
    assertTenantOwner(actor);
    const id = input.id ?? (await idOfCode(tx, input.code));
    return saveRow(tx, actor, saving, { ...input, id }, app);
  }),
  writes(regionCalls.remove, (tx, actor, { id }) => remove(tx, actor, splitCodes(id))),
];

async function remove(tx: Tx, actor: Actor, codes: readonly string[]): Promise<void> {
  assertTenantOwner(actor);
  const rows = await lockRegions(tx, codes);
  await assertRegionsRemovable(tx, rows);
  await removeRows(
    tx,
    actor,
    Region,
    rows.map((row) => row.id),
  );
  await writeAudit(
    tx,
    actor,
    rows.map((row) => ({
      bizType: Region.name,
      bizId: row.id,
      action: "remove",
      before: { code: row.code, name: row.name },
    })),
  );
}

export const regionImporter = formImporter(regionCalls.import, saving, {
  columns: [
    { field: "code", example: "329900" },
    { field: "parentCode", example: "320000" },
    { field: "regionLevel", example: "市" },
  ],
  assertAllowed: assertTenantOwner,
  async remove(tx, actor, ids) {
    const rows = await tx.selectFrom("region").select("code").where("id", "in", ids).execute();
    await remove(
      tx,
      actor,
      rows.map(({ code }) => code),
    );
  },
});
