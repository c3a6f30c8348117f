import { sql } from "kysely";
import type { Db } from "../../../core/database/db.ts";

/** Whether an enterprise signed staff up in a year, whatever became of it. */
export async function enterpriseHasSignedUp(
  db: Db,
  { entId, year }: { entId: string; year: number },
): Promise<boolean> {
  const found = await sql`
    select 1 from enterprise_sign where ent_id = ${entId} and is_deleted = 0 and extract(year from create_time at time zone 'Asia/Shanghai') = ${year} limit 1`.execute(
    db,
  );
  return found.rows.length > 0;
}
