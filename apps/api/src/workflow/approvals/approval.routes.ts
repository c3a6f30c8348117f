import type { InputOf } from "@jipei/contract/core/call.ts";
import {
  type ApprovedMove,
  approvalState,
  approvedMoves,
  askable,
  extraApprovalCalls as calls,
} from "@jipei/contract/workflow/extra-approval.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import { readRow } from "../../core/database/rows.ts";
import { titleColumn } from "../../core/database/sql.ts";
import { type Actor, mayDo } from "../../core/foundation/actor.ts";
import { Refusal, illegalState, invalidField } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Route, reads, writes } from "../../core/http/implement.ts";
import { findOwner } from "../../core/storage/files.ts";
import { findLatest } from "../instance/run.ts";
import { begin } from "../tasks/begin.ts";
import { getStartable } from "../tasks/start-process.ts";
import { getApproval, getProcessKey, isApprovedMove } from "./approval-state.ts";

/** A row that the actor sees, and what it is called. @throws FIELD_INVALID for a move that asks for nothing, ROLE_DENIED, NOT_FOUND */
async function readSubject(
  db: Db,
  actor: Actor,
  move: string,
  id: string,
): Promise<{ move: ApprovedMove; title: string }> {
  if (!isApprovedMove(move)) throw invalidField("move", "环节", "Move", "不可附加审批", "asks for no approval");
  const owner = findOwner(approvedMoves[move].entity);
  if (!owner || !mayDo(actor, owner.resource, "view")) throw new Refusal("ROLE_DENIED");
  const { entity, scope } = owner;
  await readRow(db, entity, scope, actor, id);
  const { rows } = await sql<{ title: string | null }>`
    select ${titleColumn(entity)} as title from ${sql.table(entity.table)} t where t.id = ${id}`.execute(db);
  return { move, title: `${entity.zh}：${rows[0]?.title ?? id}` };
}

async function state(db: Db, actor: Actor, { move, businessId }: InputOf<typeof calls.state>) {
  const subject = await readSubject(db, actor, move, businessId);
  const { state: reached, processInstanceId, currentNames } = await getApproval(db, subject.move, businessId);
  return { state: reached, processInstanceId, currentNames };
}

/** Starts the process that a move asks for. @throws STATE_ILLEGAL where it is not needed, on its way, or passed already */
async function start(tx: Tx, actor: Actor, { move, businessId, comment }: InputOf<typeof calls.start>, app: Services) {
  const subject = await readSubject(tx, actor, move, businessId);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${move} ${businessId}`}, 17))`.execute(tx);
  const { state: reached } = await getApproval(tx, subject.move, businessId);
  const key = await getProcessKey(tx, subject.move);
  if (key === null || !askable.includes(reached))
    throw illegalState(approvalState, reached, "发起审批", "ask for approval");
  const { id: definitionId } = await findLatest(tx, key);
  const definition = await getStartable(tx, actor, definitionId);
  const { id } = await begin(
    { tx, actor, app },
    {
      definition,
      title: subject.title,
      variables: { businessId, businessType: approvedMoves[subject.move].entity },
      business: { type: approvedMoves[subject.move].entity, id: businessId },
    },
    { opinion: comment },
  );
  return { processInstanceId: id };
}

async function moves(db: Db) {
  const names = Object.keys(approvedMoves).filter(isApprovedMove);
  return Promise.all(names.map(async (move) => ({ move, processKey: await getProcessKey(db, move) })));
}

export const approvalRoutes: readonly Route[] = [
  reads(calls.moves, moves),
  reads(calls.state, state),
  writes(calls.start, start),
];
