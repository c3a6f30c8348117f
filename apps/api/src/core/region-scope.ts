import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import type { ParameterKey } from "@jipei/contract/settings/parameters.ts";
import { stemOf } from "@jipei/contract/settings/region.ts";
import { sql } from "kysely";
import type { Pool } from "pg";
import type { Actor } from "./actor.ts";
import { type Condition, column, likePattern, nothing, tableOf } from "./sql.ts";

/**
 * Where the bureau's users are held to their regions, a row belongs to the region of its institution, and is seen by whoever works there.
 * Rows of no institution (catalogue, settings, notices, accounts) belong to no region: everybody sees them.
 */

/** The parameter that holds the bureau's users to their regions. */
const regionSwitch: ParameterKey = "scope.region.enabled";

/** Whether they are, as a column beside a user. */
export const regionColumn = `(select param_value from parameter where param_key = '${regionSwitch}' and is_deleted = 0) as "byRegion"`;

/** The regions of a department and of all below it; one that names none stands in that of the nearest above it. No department: none. */
export async function regionsOf(pool: Pool, deptId: string | null): Promise<readonly string[]> {
  const { rows } = await pool.query<{ code: string }>({
    name: "regions",
    text: `with recursive below as (select id, region_code from department where id = $1
        union select d.id, d.region_code from department d join below b on d.parent_id = b.id where d.is_deleted = 0),
      above as (select id, parent_id, region_code from department where id = $1
        union select d.id, d.parent_id, d.region_code from department d join above a on d.id = a.parent_id where a.region_code is null and d.is_deleted = 0)
      select region_code as code from below where region_code is not null union select region_code from above where region_code is not null order by code`,
    values: [deptId],
  });
  return rows.map(({ code }) => code);
}

/** Fields by which a row that names no institution belongs to what names one. */
const through = ["classId", "testApplyId", "studentId"];

/** The rows of an entity (alias `t`) that lie in the actor's regions; null where he is held to none, or the entity belongs to none. */
export function regionCondition(entity: Entity<any>, actor: Actor): Condition | null {
  if (!actor.regions) return null;
  if (entity.name === "Organisation") return inRegions(column("regionCode"), actor.regions);
  if (isStored(entity, "orgId")) return belongs("orgId", organisationsIn(actor.regions));
  const name = through.find((one) => isStored(entity, one));
  if (!name) return null;
  const { entity: other } = entity.fields[name] as Field & { entity: string };
  return belongs(
    name,
    sql`select o.id from ${sql.table(tableOf(other))} o where o.org_id in (${organisationsIn(actor.regions)})`,
  );
}

/** Ids of the institutions in some regions. */
export const organisationsIn = (regions: readonly string[]): Condition =>
  sql`select r.id from organisation r where ${inRegions(sql`r.region_code`, regions)}`;

/** A region holds all below it: the code of a city begins those of its counties, that of a county those of its towns. */
const inRegions = (code: Condition, regions: readonly string[]): Condition =>
  regions.length === 0
    ? nothing
    : sql`${code} like any(${regions.map((region) => `${likePattern(stemOf(region))}%`)}::text[])`;

const isStored = (entity: Entity<any>, name: string): boolean => {
  const field: Field | undefined = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  return field?.kind === "ref" && !field.lookup && !field.derived;
};

const belongs = (name: string, ids: Condition): Condition =>
  sql`(${column(name)} is null or ${column(name)} in (${ids}))`;
