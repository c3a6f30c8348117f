import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { withCalled } from "../instance/called-processes.ts";
import type { Deed } from "./opinions.ts";

/** What decides something in a process, or takes it further. Who has a task, who signs it too, and by which version it goes on decides nothing. */
const decisive = ["pass", "refuse", "resubmit", "return", "deliver"] as const satisfies readonly Deed["action"][];

/** Whether anybody has decided anything in a process, or in one that it calls. */
export async function isActedOn(db: Db, processInstanceId: string): Promise<boolean> {
  const { rows } = await sql`
    select from flow_opinion o
    where o.process_instance_id in ${withCalled(sql`${processInstanceId}`)} and o.action = any(${decisive}) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
