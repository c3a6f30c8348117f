import { sql } from "kysely";
import type { Db } from "../src/core/database/db.ts";
import { addOfficialForms } from "../src/reports/reports.queries.ts";

/** The official summary forms of the work records: added once, and the bureau’s from then on. */
export async function seedReports(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const first = await sql`insert into seeded (name) values ('reports') on conflict do nothing returning name`.execute(
      tx,
    );
    if (first.rows.length > 0) await addOfficialForms(tx);
  });
}
