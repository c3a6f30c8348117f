import type { FlowActivity } from "@jipei/contract/workflow/flow-detail.ts";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";

/** Elements whose passing says nothing to people. */
const silent = ["exclusiveGateway", "parallelGateway", "inclusiveGateway", "eventBasedGateway"];

/** What a process went through: its start, the steps with who did them and what they said, its end. @param all gateways as well */
export async function readHistory(db: Db, instanceId: string, all: "steps" | "all" = "steps"): Promise<FlowActivity[]> {
  const { rows } = await sql<FlowActivity>`
    select a.element as activity_id, a.name as activity_name, a.type as activity_type, f.id as task_id,
      coalesce(f.done_by, f.assignee) as assignee,
      (select p.real_name from account p where p.id = coalesce(f.done_by, f.assignee)) as assignee_name,
      a.start_time, a.end_time, (extract(epoch from a.end_time - a.start_time) * 1000)::float8 as duration_in_millis,
      (f.passed = '1') as pass, f.comment, a.outcome
    from flow_activity a left join flow_task f on f.process_instance_id = a.instance_id and f.task_key = a.task_key
    where a.instance_id = ${instanceId} and (${all === "all"} or a.type <> all(${silent}))
    order by a.start_time, length(a.key), a.key limit 5000`.execute(db);
  return rows.map((row) => ({
    ...row,
    activityName: row.activityName || row.activityId,
    durationInMillis:
      row.durationInMillis === null || row.durationInMillis === undefined ? null : Math.round(row.durationInMillis),
  }));
}
