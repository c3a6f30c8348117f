import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { getRegionPrefix } from "@jipei/contract/settings/region.ts";
import { sql } from "kysely";
import type { Actor } from "../foundation/actor.ts";
import { provided } from "../foundation/provided.ts";
import { type Condition, column, likePattern, nothing, getTable } from "../database/sql.ts";

/**
 * Restricts users of the bureau to their regions, where that is switched on. A row belongs to the region of its institution or enterprise. Rows without an
 * institution (catalogue, settings, notices, accounts) belong to no region: everybody sees them.
 */

/** Entities whose rows name their region themselves. */
const ofRegion: ReadonlySet<string> = new Set(["Organisation", "EnterpriseTotal"]);

/** Fields that name whose a row is: the unit of an enterprise, which may name an institution beside it, or the institution. */
const owners = ["unitId", "orgId"];

/** Fields by which a row without an institution refers to a row that has one. */
const through = ["classId", "testApplyId", "studentId", "examId", "paperId", "registerId"];

/** The condition on the rows of an entity (alias `t`) in the actor's regions; null where the actor or the entity is not restricted to regions. */
export function regionCondition(entity: Entity, actor: Actor): Condition | null {
  if (!actor.regions) return null;
  if (ofRegion.has(entity.name)) return inRegions(column("regionCode"), actor.regions);
  const owner = owners.find((one) => isStored(entity, one));
  if (owner) return belongs(owner, organisationsIn(actor.regions));
  const name = through.find((one) => isStored(entity, one));
  if (!name) return null;
  const { entity: other } = entity.fields[name] as Field & { entity: string };
  return belongs(
    name,
    sql`select o.id from ${sql.table(getTable(other))} o where o.org_id in (${organisationsIn(actor.regions)})`,
  );
}

/** A subquery of the ids of the institutions in some regions. */
export const organisationsIn = (regions: readonly string[]): Condition =>
  provided("organisationsWhere")((code) => inRegions(code, regions));

/** A region contains all below it: the code of a city is the prefix of the codes of its counties, and so on for towns. */
const inRegions = (code: Condition, regions: readonly string[]): Condition =>
  regions.length === 0
    ? nothing
    : sql`${code} like any(${regions.map((region) => `${likePattern(getRegionPrefix(region))}%`)}::text[])`;

const isStored = (entity: Entity, name: string): boolean => {
  const field: Field | undefined = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  return field?.kind === "ref" && !field.lookup && !field.derived;
};

const belongs = (name: string, ids: Condition): Condition =>
  sql`(${column(name)} is null or ${column(name)} in (${ids}))`;
