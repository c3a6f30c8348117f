import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";

/** Whether an enterprise has a class that begins in a year: its record of that year stays. */
export async function hasEnterpriseClasses(db: Db, { entId, year }: { entId: string; year: number }): Promise<boolean> {
  const { rows } = await sql`
    select from enterprise_class t join institution u on u.id = t.unit_id
    where u.dept_id = ${entId} and t.is_deleted = 0 and extract(year from t.start_date) = ${year} limit 1`.execute(db);
  return rows.length > 0;
}
