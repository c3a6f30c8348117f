import type { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import type { ReviewDraft } from "@jipei/contract/subsidies/review-draft.calls.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { getOperatorNames } from "../../core/entity/audit.ts";
import type { Effect } from "../../core/entity/transition.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { worded } from "../../core/foundation/refusal.ts";
import { isOpen } from "../automatic-check/result.ts";

type Claim = Pick<StoredRow<typeof SubsidyApplication>, "id" | "status">;

/** The state of a claim in which a draft can be written: the review that it is of. */
export const isStage = (status: string): status is "firstTrial" | "reTrial" =>
  status === "firstTrial" || status === "reTrial";

const none: ReviewDraft = {
  version: 0,
  ownerId: null,
  ownerName: null,
  savedTime: null,
  opinion: null,
  decisions: [],
};

/** The draft of the review that a claim is in. */
export async function getDraft(db: Db, { id, status }: Claim): Promise<ReviewDraft> {
  const head = await getHead(db, id, status);
  if (!head) return none;
  const names = await getOperatorNames(db, "SubsidyApplication", id);
  const rows = await getDecided(db, id, status);
  return {
    ...head,
    ownerName: names.get(head.ownerId) ?? null,
    decisions: rows.map(({ userId, openFindings, ...row }) => ({
      ...pick(row),
      name: row.name,
      decidedBy: names.get(userId) ?? null,
      decidedTime: row.decidedTime,
      ...findMisfit({ ...row, openFindings }),
    })),
  };
}

type Decided = Awaited<ReturnType<typeof getDecided>>[number];

const pick = ({ lineId, detailStatus, approvedAmount, unApproveReason }: Omit<Decided, "userId" | "openFindings">) => ({
  lineId,
  detailStatus,
  approvedAmount,
  unApproveReason,
});

async function getHead(db: Db, applyId: string, stage: string) {
  return db
    .selectFrom("reviewDraft")
    .select(["version", "ownerId", "savedTime", "opinion"])
    .where("applyId", "=", applyId)
    .where("stage", "=", stage)
    .executeTakeFirst();
}

/** Decisions of a draft, of rows that are still in the claim, with what decides whether they fit. */
async function getDecided(db: Db, applyId: string, stage: string) {
  const { rows } = await sql<{
    lineId: string;
    name: string;
    detailStatus: "1" | "2";
    approvedAmount: string | null;
    unApproveReason: string | null;
    userId: string;
    decidedTime: string;
    payableBefore: string;
    payableNow: string;
    openFindings: number;
  }>`
    select d.line_id, l.name, d.detail_status, d.approved_amount, d.un_approve_reason, d.user_id, d.decided_time, d.payable_amount as payable_before,
      l.payable_amount as payable_now, (select count(*)::int from finding f where ${isOpen(applyId)} and f.detail_id = l.id::text) as open_findings
    from review_draft_row d join subsidy_line l on l.id = d.line_id and l.is_deleted = 0
    where d.apply_id = ${applyId} and d.stage = ${stage} order by d.line_id`.execute(db);
  return rows;
}

/** A draft is bound to the check: what the check says otherwise since, a decision may not fit. */
function findMisfit(row: Omit<Decided, "userId">): { unfit: string | null; unfitEn: string | null } {
  const { detailStatus, openFindings, payableBefore, payableNow, approvedAmount } = row;
  if (detailStatus === "1" && openFindings > 0)
    return {
      unfit: `校验发现${openFindings}个问题未处理`,
      unfitEn: `the check has open findings: ${openFindings}`,
    };
  if (!new Decimal(payableBefore).eq(payableNow))
    return {
      unfit: `应补金额由${payableBefore}变为${payableNow}元`,
      unfitEn: `the amount payable was ${payableBefore}, now it is ${payableNow} yuan`,
    };
  if (approvedAmount && new Decimal(approvedAmount).gt(payableNow))
    return {
      unfit: `核定${approvedAmount}元超过应补${payableNow}元`,
      unfitEn: `${approvedAmount} yuan approved exceed ${payableNow} payable`,
    };
  return { unfit: null, unfitEn: null };
}

/**
 * Rows without a decision are approved with the claim, so nobody passes it beside the draft of a colleague, whose refusals would be lost.
 * @throws VERSION_CONFLICT naming the colleague
 */
export async function assertDraftHeld(tx: Tx, actor: Actor, claim: Claim): Promise<void> {
  const draft = await getDraft(tx, claim);
  if (draft.ownerId && draft.ownerId !== actor.userId && draft.decisions.length > 0) throw heldBy(draft);
}

/** The refusal that names who writes the draft. */
export const heldBy = ({ ownerName }: ReviewDraft) =>
  worded("VERSION_CONFLICT", [
    `${ownerName ?? ""}正在审核本申请，接手后方可办理`,
    `${ownerName ?? ""} is reviewing this claim; take the draft over first`,
  ]);

/** Whether a reviewer has written into a draft since the claim was submitted. */
export async function isDrafted(tx: Tx, claim: Claim & { commitTime: string | null }): Promise<boolean> {
  const { rows } =
    await sql`select from review_draft d where d.apply_id = ${claim.id} and d.saved_time >= ${claim.commitTime}`.execute(
      tx,
    );
  return rows.length > 0;
}

/** A review that is done needs its draft no more. */
export const dropDraft: Effect<typeof SubsidyApplication> = async (tx, _actor, claim, _input, _app, before) => {
  await sql`delete from review_draft where apply_id = ${claim.id} and stage = ${before.status}`.execute(tx);
};
