import { inspection } from "@jipei/contract/inspection/investigation.ts";
import { sql } from "kysely";
import type { Db } from "../core/database/db.ts";

export { inspectionsWaiting } from "./home-rows.ts";

/** Whether an inspection that says a class is not real waits for its verification. What is verified stands in the class itself. */
export async function isDoubted(db: Db, classId: string): Promise<boolean> {
  const found = await sql`
    select from investigation where class_id = ${classId} and investigate_kind = ${inspection} and fill_status = '1' and is_real = '0' and is_deleted = 0 limit 1`.execute(
    db,
  );
  return found.rows.length > 0;
}
