import type { OutputOf } from "@jipei/contract/core/call.ts";
import { mostWaiting, type workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import type { InstanceRow } from "../instance/state/load-state.ts";
import { findRemovable } from "./added-signers.ts";
import { actedFor, delegated } from "./task.scope.ts";

type Waiting = OutputOf<typeof workCalls.waiting>;

/** Where an actor, or an absent colleague for whom they stand in, waits for others in running processes. */
export async function findWaiting(db: Db, actor: Actor): Promise<Waiting> {
  return [...(await findDelegated(db, actor)), ...(await findBehindSigners(db, actor))].slice(0, mostWaiting);
}

/** What they delegated. */
async function findDelegated(db: Db, actor: Actor): Promise<Waiting> {
  const { rows } = await sql<Omit<Waiting[number], "colleagues"> & { userId: string; name: string | null }>`
    select t.process_instance_id, t.process_definition_key, t.business_id, t.title, t.id as task_id, t.assignee as user_id,
      (select a.real_name from account a where a.id = t.assignee) as name
    from flow_task t join flow_instance i on i.id = t.process_instance_id
    where t.is_deleted = 0 and ${delegated(actor)} and i.status = 'running' order by t.id desc limit ${mostWaiting}`.execute(
    db,
  );
  return rows.map(({ userId, name, ...row }) => ({ ...row, colleagues: [{ userId, name }] }));
}

/** The processes in which they put signers in front of themselves. */
async function findBehindSigners(db: Db, actor: Actor): Promise<Waiting> {
  const { rows } = await sql<InstanceRow>`
    select t.* from flow_instance t where t.status = 'running' and t.is_deleted = 0 and t.id in (
      select o.process_instance_id from flow_opinion o where o.action = 'addSigner' and o.create_user = any(${actedFor(actor.userId)}))
    order by t.start_time desc, t.id desc limit ${mostWaiting}`.execute(db);
  const waiting: Waiting = [];
  for (const row of rows) {
    const removable = await findRemovable(db, actor, row);
    const colleagues = removable
      .filter(({ taskId }) => taskId === null)
      .map(({ signer, name }) => ({ userId: signer, name }));
    if (colleagues.length === 0) continue;
    const { id, processDefinitionKey, businessId, title } = row;
    waiting.push({ processInstanceId: id, processDefinitionKey, businessId, title, taskId: null, colleagues });
  }
  return waiting;
}
