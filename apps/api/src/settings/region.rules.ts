import { type CheckedColumns, type Draft, columns } from "../core/entity/columns.ts";
import type { StoredRow } from "../core/database/tables.ts";
import { type Entity, snake } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { entities } from "@jipei/contract/entities.ts";
import { Region, type RegionRow, rootCode, getRegionPrefix } from "@jipei/contract/settings/region.ts";
import { sql } from "kysely";
import type { Tx } from "../core/database/db.ts";
import { Refusal, getFailure, invalidField } from "../core/foundation/refusal.ts";
import type { Condition } from "../core/database/sql.ts";

/** Lengths that a code may have at each level: country, province, city, county; town and village add three digits each. */
const lengths: Readonly<Record<string, readonly number[]>> = {
  "0": [2],
  "1": [2, 6],
  "2": [4, 6],
  "3": [6],
  "4": [9],
  "5": [12],
};

/** Columns that name a region by its code. */
const places: readonly { table: string; field: string }[] = entities.flatMap((entity: Entity) =>
  Object.entries<Field>(entity.fields)
    .filter(([, field]) => field.region && !field.lookup && !field.derived)
    .map(([field]) => ({ table: entity.table, field })),
);

/** SQL condition: the region may still be chosen, since neither it nor one above it is abolished. An abolished region may be restored. */
export const selectable: Condition = sql`not t.code like any (array(
  select case length(a.code) when 6 then regexp_replace(a.code, '(00){1,2}$', '') else a.code end || '%' from region a where a.is_valid = 'unValid' and a.is_deleted = 0))`;

export const idOfCode = async (tx: Tx, code: string): Promise<string | undefined> =>
  (await sql<{ id: string }>`select id from region where code = ${code} and is_deleted = 0`.execute(tx)).rows[0]?.id;

/**
 * Checks the place of a region: its code continues that of the parent, its level is below the parent's. The parent stays locked,
 * so that it can neither be removed nor change its level meanwhile.
 * @returns the computed columns @throws FIELD_INVALID, FIELD_FROZEN, DUPLICATE
 */
export async function checkRegion(
  tx: Tx,
  merged: Draft<typeof Region>,
  old: StoredRow<typeof Region> | null,
): Promise<CheckedColumns<typeof Region>> {
  const { code, parentCode, regionLevel: level, name } = merged;
  if (!code || !parentCode || !level || !name) throw new Refusal("BODY_INVALID");
  if (old && old.code !== code)
    throw new Refusal("FIELD_FROZEN", { field: { zh: Region.fields.code.zh, en: Region.fields.code.en } });
  const duplicate = await idOfCode(tx, code);
  if (duplicate && duplicate !== old?.id) throw new Refusal("DUPLICATE", { field: { zh: "区划编号", en: "Code" } });
  if (code === rootCode) {
    if (parentCode !== rootCode || level !== "0")
      throw invalidField(
        "parentCode",
        "上级区划",
        "Parent",
        `国家的上级只能是${rootCode}`,
        `the country is its own parent (${rootCode})`,
      );
    return columns(Region, { fullName: name });
  }
  if (!lengths[level]?.includes(code.length))
    throw invalidField(
      "code",
      "区划编号",
      "Code",
      `该级别的编号须为${lengths[level]?.join("或")}位`,
      `must have ${lengths[level]?.join(" or ")} digits at this level`,
    );
  const { rows } =
    await sql<RegionRow>`select code, full_name as "fullName", name, region_level as "regionLevel" from region where code = ${parentCode} and is_deleted = 0 for update`.execute(
      tx,
    );
  const parent = rows[0];
  if (!parent) throw invalidField("parentCode", "上级区划", "Parent", "不存在", "does not exist");
  if (parent.regionLevel >= level)
    throw invalidField("regionLevel", "区划级别", "Level", "须低于上级区划", "must be below the level of the parent");
  if (!code.startsWith(getRegionPrefix(parentCode)))
    throw invalidField(
      "code",
      "区划编号",
      "Code",
      `须以上级的“${getRegionPrefix(parentCode)}”开头`,
      `must begin with “${getRegionPrefix(parentCode)}” of its parent`,
    );
  if (old && old.regionLevel !== level) await aboveItsChildren(tx, code, level);
  return columns(Region, {
    fullName: ((parent.code === rootCode ? "" : (parent.fullName ?? parent.name)) + name).slice(0, 200),
  });
}

async function aboveItsChildren(tx: Tx, code: string, level: string): Promise<void> {
  const { rows } =
    await sql`select from region where parent_code = ${code} and code <> ${code} and region_level <= ${level} and is_deleted = 0 limit 1`.execute(
      tx,
    );
  if (rows.length > 0)
    throw invalidField("regionLevel", "区划级别", "Level", "须高于下级区划", "must be above the level of the children");
}

/** Updates the full names of all regions below a renamed one. */
export async function renameBelow(
  tx: Tx,
  row: StoredRow<typeof Region>,
  old: StoredRow<typeof Region> | null,
): Promise<void> {
  if (!old || old.fullName === row.fullName || row.code === rootCode) return;
  await sql`with recursive below as (
      select code, ${row.fullName}::text as full_name from region where id = ${row.id}
      union all select c.code, left(b.full_name || c.name, 200) from region c join below b on c.parent_code = b.code where c.is_deleted = 0 and c.code <> c.parent_code)
    update region set full_name = below.full_name from below where region.code = below.code and region.is_deleted = 0 and region.id <> ${row.id}`.execute(
    tx,
  );
}

/** The codes of regions that a call names in one text. @throws IDS_EMPTY */
export function splitCodes(text: string): string[] {
  const codes = [
    ...new Set(
      text
        .split(",")
        .map((code) => code.trim())
        .filter(Boolean),
    ),
  ];
  if (codes.length === 0) throw new Refusal("IDS_EMPTY");
  return codes;
}

/** @throws NOT_FOUND */
export async function lockRegions(tx: Tx, codes: readonly string[]): Promise<RegionRow[]> {
  const { rows } =
    await sql<RegionRow>`select id, code, name from region where code = any(${[...codes]}) and is_deleted = 0 order by id for update`.execute(
      tx,
    );
  if (rows.length < codes.length) throw new Refusal("NOT_FOUND");
  return rows;
}

/** @throws DEPENDENCY_IN_USE naming the regions that have others below them, or that rows name */
export async function assertRegionsRemovable(tx: Tx, rows: readonly RegionRow[]): Promise<void> {
  const codes = rows.map(({ code }) => code);
  const uses = places.map(
    ({ table, field }) =>
      sql`exists (select from ${sql.table(table)} u where u.is_deleted = 0 and u.${sql.ref(snake(field))} = x.code)`,
  );
  const { rows: used } = await sql<{ code: string }>`select x.code from unnest(${codes}::text[]) x (code)
    where x.code = ${rootCode} or exists (select from region c where c.parent_code = x.code and c.is_deleted = 0 and c.code <> all(${codes}))${uses.length > 0 ? sql` or ${sql.join(uses, sql` or `)}` : sql``}`.execute(
    tx,
  );
  if (used.length === 0) return;
  throw new Refusal(
    "DEPENDENCY_IN_USE",
    {},
    used.map(({ code }) =>
      getFailure(new Refusal("DEPENDENCY_IN_USE"), rows.find((row) => row.code === code)?.id ?? null),
    ),
  );
}
