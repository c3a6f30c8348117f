import { inspection } from "@jipei/contract/inspection/investigation.ts";
import { sql } from "kysely";
import type { Db } from "../core/database/db.ts";
import type { Condition } from "../core/database/sql.ts";

export { inspectionsWaiting } from "./home-rows.ts";

/** What inspections say against a class beside the result that stands in it. */
export interface Doubts {
  /** An inspection that says the class is not real waits for its verification. */
  waiting: boolean;
  /** How many people denied in the latest verified inspection, whatever it came to. */
  denied: number;
}

/** Asks the inspections of a class what they say against it. */
export async function getDoubts(db: Db, classId: string): Promise<Doubts> {
  const found = await sql<Doubts>`
    select exists (select from investigation where class_id = ${classId} and investigate_kind = ${inspection} and fill_status = '1' and is_real = '0' and is_deleted = 0) as waiting,
      (select count(*)::int from inspected_person p where p.answer = '2' and p.investigation_id = (
        select i.id from investigation i where i.class_id = ${classId} and i.investigate_kind = ${inspection} and i.fill_status = '2' and i.is_deleted = 0
        order by i.investigate_date desc, i.verify_time desc, i.id desc limit 1)) as denied`.execute(db);
  return found.rows[0] as Doubts;
}

/** The inspections of a class and what they say, as a text that is equal as long as it is. */
export const inspectionsMark = (classId: Condition): Condition =>
  sql`(select string_agg(row(i.id, i.version)::text, ',' order by i.id) from investigation i where i.class_id = ${classId} and i.investigate_kind = ${inspection} and i.is_deleted = 0)`;
