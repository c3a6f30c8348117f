import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import { getLabels } from "@jipei/contract/core/fields/field.ts";
import { type ApprovedMove, approvalState, approvedMoves } from "@jipei/contract/workflow/extra-approval.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import { getLastMove } from "../../core/entity/audit.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { withCalled } from "../instance/called-processes.ts";
import { parameter } from "../../settings/settings.queries.ts";

export interface Approval {
  state: CodeOf<typeof approvalState>;
  processInstanceId: string | null;
  /** Who has it now. */
  currentNames: string | null;
}

const notNeeded: Approval = { state: "notNeeded", processInstanceId: null, currentNames: null };

export const isApprovedMove = (move: string): move is ApprovedMove => Object.hasOwn(approvedMoves, move);

/** Key of the process that a move asks for; null where it asks for none. */
export async function getProcessKey(db: Db, move: ApprovedMove): Promise<string | null> {
  const key = await parameter(db, approvedMoves[move].parameter);
  return key === "none" ? null : key;
}

/**
 * How far the approval of a row has come. What was approved before the row came into its present state counts no more: it has been changed or
 * returned since.
 */
export async function getApproval(db: Db, move: ApprovedMove, id: string): Promise<Approval & { name: string }> {
  const key = await getProcessKey(db, move);
  if (key === null) return { ...notNeeded, name: "" };
  const { entity } = approvedMoves[move];
  const since = await getLastMove(db, entity, id);
  const { rows } = await sql<{ id: string; name: string; status: string; ending: string | null; names: string | null }>`
    select i.id, i.process_definition_name as name, i.status, i.ending,
      (select string_agg(coalesce(a.real_name, array_to_string(f.candidate_roles, '、')), '、' order by f.id) from flow_task f
        left join account a on a.id = f.assignee where f.process_instance_id in ${withCalled(sql`i.id`)} and f.status <> '2' and f.is_deleted = 0) as names
    from flow_instance i where i.business_type = ${entity} and i.business_id = ${id} and i.process_definition_key = ${key} and i.parent_id is null
      and (${since}::timestamptz is null or i.start_time >= ${since}) and i.status <> 'deleted' and i.is_deleted = 0
    order by i.id desc limit 1`.execute(db);
  const [last] = rows;
  if (!last) return { state: "missing", processInstanceId: null, currentNames: null, name: key };
  return { state: stateOf(last), processInstanceId: last.id, currentNames: last.names, name: last.name };
}

function stateOf({ status, ending }: { status: string; ending: string | null }): Approval["state"] {
  if (status === "running" || status === "suspended") return "running";
  return ending === "passed" || ending === "undecided" ? ending : "refused";
}

/** @throws APPROVAL_REQUIRED, saying who has it now */
export async function assertApproved(tx: Tx, move: string, rows: readonly { id: string }[]): Promise<void> {
  if (!isApprovedMove(move)) return;
  for (const { id } of rows) {
    const { state, currentNames, name } = await getApproval(tx, move, id);
    if (state === "notNeeded" || state === "passed") continue;
    const { zh, en } = getLabels(approvalState, state);
    const who = currentNames ?? "";
    throw new Refusal("APPROVAL_REQUIRED", {
      process: name,
      state: { zh: who ? `${zh}（${who}）` : zh, en: who ? `${en} (${who})` : en },
    });
  }
}
