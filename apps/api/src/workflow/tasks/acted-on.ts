import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";

/** Whether anybody has decided anything in a process, or in one that it calls. Claiming a task decides nothing. */
export async function isActedOn(db: Db, processInstanceId: string): Promise<boolean> {
  const { rows } = await sql`
    select from flow_opinion o join flow_instance i on i.id = o.process_instance_id
    where (i.id = ${processInstanceId} or i.root_id = ${processInstanceId})
      and o.action not in ('start', 'claim', 'unclaim', 'copy', 'urge') limit 1`.execute(db);
  return rows.length > 0;
}
