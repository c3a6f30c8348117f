import type { ValueOfShape } from "@jipei/contract/core/fields/shape.ts";
import { subsidyStatus } from "@jipei/contract/core/fields/codes.ts";
import { draftDetail, draftSave, draftTake } from "@jipei/contract/subsidies/review-draft.calls.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { liveRow, lockRow, readRow } from "../../core/database/rows.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { type Actor, assertPermission } from "../../core/foundation/actor.ts";
import { Refusal, illegalState } from "../../core/foundation/refusal.ts";
import { type Route, reads, writes } from "../../core/http/implement.ts";
import { assertAmount } from "../amount/amount.ts";
import { getSide } from "../claim/claim-side.ts";
import { claimScope } from "../claim/claim.scope.ts";
import { type Line, getLines } from "../claim/claim.store.ts";
import { assertSeparate } from "../duties/claim-duties.ts";
import { getDraft, heldBy, isStage } from "./draft.store.ts";

type Claim = StoredRow<typeof SubsidyApplication>;
type Saved = ValueOfShape<typeof draftSave.input>;
type Decision = NonNullable<Saved["decisions"]>[number];

export const draftRoutes: readonly Route[] = [
  reads(draftDetail, async (db, actor, { applyId }) => {
    await readRow(db, SubsidyApplication, claimScope, actor, applyId);
    const claim = await liveRow(db, SubsidyApplication, applyId);
    if (!claim) throw new Refusal("NOT_FOUND");
    return getDraft(db, claim);
  }),

  writes(draftSave, async (tx, actor, input) => {
    const claim = await lockReviewed(tx, actor, input.applyId);
    const draft = await getDraft(tx, claim);
    if (draft.ownerId && draft.ownerId !== actor.userId) throw heldBy(draft);
    if (draft.version !== input.version) throw new Refusal("VERSION_CONFLICT");
    await sql`insert into review_draft (apply_id, stage, owner_id, opinion) values (${claim.id}, ${claim.status}, ${actor.userId}, ${input.opinion ?? null})
      on conflict (apply_id, stage) do update set opinion = excluded.opinion, version = review_draft.version + 1, saved_time = now()`.execute(
      tx,
    );
    await saveDecisions(tx, actor, claim, input.decisions ?? []);
    // Once for each who writes: whoever has decided something counts as a reviewer from then on.
    if (draft.version === 0)
      await writeAudit(tx, actor, [
        { bizType: "SubsidyApplication", bizId: claim.id, action: "draftReview", fromStatus: claim.status },
      ]);
    return getDraft(tx, claim);
  }),

  writes(draftTake, async (tx, actor, { applyId, version }) => {
    const claim = await lockReviewed(tx, actor, applyId);
    const draft = await getDraft(tx, claim);
    if (draft.version === 0 || draft.version !== version) throw new Refusal("VERSION_CONFLICT");
    if (draft.ownerId === actor.userId) return draft;
    await sql`update review_draft set owner_id = ${actor.userId}, version = version + 1, saved_time = now() where apply_id = ${claim.id} and stage = ${claim.status}`.execute(
      tx,
    );
    await writeAudit(tx, actor, [
      {
        bizType: "SubsidyApplication",
        bizId: claim.id,
        action: "takeDraft",
        fromStatus: claim.status,
        opinion: `${draft.ownerName ?? ""} → ${actor.name}`,
        before: draft.decisions,
      },
    ]);
    return getDraft(tx, claim);
  }),
];

/** The claim, locked, under a review that the actor may do. @throws STATE_ILLEGAL, ROLE_DENIED, SELF_REVIEW, SAME_REVIEWER */
async function lockReviewed(tx: Tx, actor: Actor, id: string): Promise<Claim> {
  const claim = await lockRow(tx, SubsidyApplication, claimScope, actor, id);
  if (!isStage(claim.status)) throw illegalState(subsidyStatus, claim.status, "暂存审核", "save a draft of the review");
  const first = claim.status === "firstTrial";
  const { resource } = getSide(claim);
  assertPermission(actor, first ? `${resource}_first_commit` : `${resource}_re_commit`);
  await assertSeparate(tx, actor, claim, first ? "firstReviewer" : "secondReviewer");
  return claim;
}

/** @throws STATE_ILLEGAL in the second review, which decides at once; NOT_OWNER, REASON_REQUIRED, AMOUNT_OVER */
async function saveDecisions(tx: Tx, actor: Actor, claim: Claim, decisions: readonly Decision[]): Promise<void> {
  if (decisions.length === 0) return;
  if (claim.status !== "firstTrial") throw illegalState(subsidyStatus, claim.status, "核定明细", "decide rows");
  const lines = new Map((await getLines(tx, claim.id)).map((line) => [line.id, line]));
  for (const decision of decisions) {
    const line = lines.get(decision.lineId);
    if (!line) throw new Refusal("NOT_OWNER");
    await saveDecision(tx, actor, claim, line, decision);
  }
}

async function saveDecision(tx: Tx, actor: Actor, claim: Claim, line: Line, decision: Decision): Promise<void> {
  const { detailStatus, approvedAmount, unApproveReason } = decision;
  if (detailStatus !== "1" && detailStatus !== "2") {
    await sql`delete from review_draft_row where apply_id = ${claim.id} and stage = ${claim.status} and line_id = ${line.id}`.execute(
      tx,
    );
    return;
  }
  const reason = unApproveReason?.trim() || null;
  if (detailStatus === "2" && !reason) throw new Refusal("REASON_REQUIRED");
  const amount = detailStatus === "1" ? (approvedAmount ?? line.approvedAmount ?? line.applyAmount) : null;
  if (amount) assertAmount(line.name, amount, line.payableAmount);
  await sql`insert into review_draft_row (apply_id, stage, line_id, detail_status, approved_amount, un_approve_reason, payable_amount, user_id)
    values (${claim.id}, ${claim.status}, ${line.id}, ${detailStatus}, ${amount}, ${detailStatus === "2" ? reason : null}, ${line.payableAmount}, ${actor.userId})
    on conflict (apply_id, stage, line_id) do update set detail_status = excluded.detail_status, approved_amount = excluded.approved_amount,
      un_approve_reason = excluded.un_approve_reason, payable_amount = excluded.payable_amount, user_id = excluded.user_id, decided_time = now()`.execute(
    tx,
  );
}
