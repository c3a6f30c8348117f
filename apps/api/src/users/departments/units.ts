import { type RawBuilder, sql } from "kysely";
import type { Pool } from "pg";

/** The regions of a department and of all below it. A department without a region takes that of the nearest one above it. Empty without a department. */
export async function getRegions(pool: Pool, deptId: string | null): Promise<readonly string[]> {
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

/** Ids of a department and of all below it, as a subquery without parentheses. */
export const departmentsBelow = (deptId: string | null): RawBuilder<unknown> => sql`
  with recursive below as (
    select id from department where id = ${deptId}::bigint
    union select d.id from department d join below b on d.parent_id = b.id where d.is_deleted = 0)
  select id from below`;
