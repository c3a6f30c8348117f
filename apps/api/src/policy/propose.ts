import { PolicyChange, type PolicySubject } from "@jipei/contract/policy/policy-change.ts";
import { sql } from "kysely";
import type { Tx } from "../core/database/db.ts";
import { writeAudit } from "../core/entity/audit.ts";
import { insertRow } from "../core/database/write-rows.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { today } from "../core/foundation/clock.ts";
import { Refusal, invalidValue } from "../core/foundation/refusal.ts";
import { notify } from "../notices/notices.queries.ts";
import type { PolicyKind, Values } from "./policy-subject.ts";

export interface Proposal {
  subject: PolicySubject;
  subjectId: string;
  title: string;
  changeKind: PolicyKind;
  before: Values;
  after: Values;
  reason: string | null;
  /** First day (yyyy-MM-dd) of the change; null: as soon as it is approved. */
  effectDate: string | null;
}

/**
 * Files a change for the decision of a second person, and tells those who may decide.
 * @returns id of the change
 * @throws DUPLICATE while another change of the row waits; FIELD_INVALID for a day that is past
 */
export async function propose(tx: Tx, actor: Actor, proposal: Proposal): Promise<string> {
  const { subject, subjectId, changeKind, before, after, reason } = proposal;
  await assertNoneOpen(tx, subject, subjectId);
  if (proposal.effectDate && proposal.effectDate < today())
    throw invalidValue(PolicyChange, "effectDate", "不能早于今天", "may not be before today");
  const row = await insertRow(tx, actor, PolicyChange, {
    subject,
    subjectId,
    title: proposal.title.slice(0, 200),
    changeKind,
    stateBefore: before,
    stateAfter: after,
    effectDate: proposal.effectDate ?? today(),
    reason,
    state: "waiting",
  });
  await writeAudit(tx, actor, [
    {
      bizType: PolicyChange.name,
      bizId: row.id,
      action: "propose",
      toStatus: "waiting",
      opinion: reason,
      before,
      after,
    },
  ]);
  await notify(tx, {
    to: { role: "leader" },
    title: { zh: "政策变更待审批", en: "A policy change is waiting for approval" },
    text: { zh: `${actor.name}：${row.title}`, en: `${actor.name}: ${row.title}` },
    link: `/policy/change?state=waiting`,
  });
  return row.id;
}

const openChanges = {
  waiting: { zh: "该对象待审批的变更", en: "A change of it that waits for approval" },
  scheduled: { zh: "该对象待生效的变更", en: "A change of it that waits for its day" },
};

/** @throws DUPLICATE */
async function assertNoneOpen(tx: Tx, subject: PolicySubject, subjectId: string): Promise<void> {
  const open = await sql<{ state: "waiting" | "scheduled" }>`select t.state from policy_change t
    where t.subject = ${subject} and t.subject_id = ${subjectId} and t.state in ('waiting', 'scheduled') and t.is_deleted = 0`.execute(
    tx,
  );
  const [change] = open.rows;
  if (change) throw new Refusal("DUPLICATE", { field: openChanges[change.state] });
}
