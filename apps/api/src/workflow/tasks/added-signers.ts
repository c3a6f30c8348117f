import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { type AddedSigner, getAddedSigners } from "../engine/interpreter/people.ts";
import { type InstanceRow, loadTokens } from "../instance/state/load-state.ts";
import { actedFor } from "./task.scope.ts";

/** A signer who can be taken off. */
export interface Removable extends AddedSigner {
  name: string;
  /** The task by which they were added; null while whoever added them waits behind them. */
  taskId: string | null;
}

/**
 * Signers who have yet to sign, and whom an actor may take off: they, or an absent colleague for whom they stand in, have added them. What was
 * delegated is not the delegate's to change, and nobody decides about the approval of what they started themselves.
 */
export async function findRemovable(db: Db, actor: Actor, instance: InstanceRow): Promise<Removable[]> {
  if (instance.status !== "running") return [];
  const added = getAddedSigners(await loadTokens(db, instance.id)).filter(
    ({ by }) => by === actor.userId || actor.userId !== instance.startUser,
  );
  if (added.length === 0) return [];
  const { rows } = await sql<Removable>`
    select r.key, r.signer, r.by, r.task, a.real_name as name, f.id::text as task_id
    from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as r (key text, signer text, by text, task text)
      join account a on a.id = r.signer::bigint
      left join flow_task f on f.process_instance_id = ${instance.id} and f.task_key = r.task and f.is_deleted = 0
    where r.by::bigint = any(${actedFor(actor.userId)}) and f.owner is null
    order by a.id`.execute(db);
  return rows;
}
