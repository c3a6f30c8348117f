import type { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { SubsidyLine } from "@jipei/contract/subsidies/subsidy-line.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { updateRow } from "../../core/database/write-rows.ts";
import type { Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { Refusal, getFailure, invalidField, invalidValue, throwAll } from "../../core/foundation/refusal.ts";
import { assertSeparate } from "../duties/claim-duties.ts";
import { assertAmount } from "../amount/amount.ts";
import { assertDraftHeld } from "../draft/draft.store.ts";
import { findBlockers, findUnreserved, release, reserveLines } from "./claim.reservation.ts";
import type { LineInput } from "./claim.save.ts";
import { type Line, getLines, sumUp } from "./claim.store.ts";
import { claimedClass } from "./class-facts.ts";

type Claim = StoredRow<typeof SubsidyApplication>;

/**
 * Rows a reviewer decides together with the whole claim: which of them they approve, refuse or lower.
 * @throws SELF_REVIEW, SAME_REVIEWER, NOT_OWNER, FIELD_INVALID, REASON_REQUIRED, AMOUNT_OVER; VERSION_CONFLICT beside the draft of a colleague; for a row approved after all TRIAL_REQUIRED, SUBSIDY_DUP, ANNUAL_LIMIT
 */
export async function decideLines(tx: Tx, actor: Actor, claim: Claim, decided: readonly LineInput[]): Promise<void> {
  await assertSeparate(tx, actor, claim, "firstReviewer");
  await assertDraftHeld(tx, actor, claim);
  const before = await getLines(tx, claim.id);
  const decisions = readDecisions(before, decided);
  const reapproved = decisions.flatMap(({ line, status }) =>
    line.detailStatus === "2" && status === "1" ? [line] : [],
  );
  if (reapproved.length > 0) await assertCheckedSince(tx, reapproved);
  for (const decision of decisions) await decideLine(tx, actor, claim, decision);
  // Rows without a decision are approved with the claim.
  await sql`update subsidy_line set detail_status = '1', approved_amount = coalesce(approved_amount, apply_amount), version = version + 1, update_user = ${actor.userId}, update_time = now()
    where apply_id = ${claim.id} and is_deleted = 0 and detail_status = '0'`.execute(tx);
  await reserveAgain(tx, claim, await findUnreserved(tx, claim.id));
  await sumUp(tx, actor, claim.id);
  await writeDecisions(tx, actor, claim, "decideRows", before);
}

interface Decision extends Pick<LineInput, "approvedAmount" | "unApproveReason"> {
  line: Line;
  /** What the row is afterwards; 0: nobody has decided it, and it is approved with the claim. */
  status: Line["detailStatus"];
}

/** What is decided of which row: one decision a row, so that what a row becomes follows from what it was. @throws NOT_OWNER, FIELD_INVALID */
function readDecisions(lines: readonly Line[], sent: readonly LineInput[]): Decision[] {
  const decisions = sent.map((decision): Decision => {
    const line = lines.find(({ id }) => id === decision.id);
    if (!line) throw new Refusal("NOT_OWNER");
    return { ...decision, line, status: getStatus(line, decision) };
  });
  if (new Set(decisions.map(({ line }) => line.id)).size < decisions.length)
    throw invalidField("id", "补贴明细", "Claim row", "每行只能核定一次", "each row is decided once");
  return decisions;
}

/** Whoever sends an amount for a row that nobody has decided approves it with that amount. @throws FIELD_INVALID for a decision that is to be undone */
function getStatus(line: Line, { detailStatus, approvedAmount }: LineInput): Line["detailStatus"] {
  if (detailStatus === "0" && line.detailStatus !== "0")
    throw invalidValue(SubsidyLine, "detailStatus", "已核定的明细不能改回未核定", "what is decided is not undone");
  if (detailStatus && detailStatus !== "0") return detailStatus;
  return approvedAmount && line.detailStatus === "0" ? "1" : line.detailStatus;
}

/** @throws REASON_REQUIRED for a refusal without one, AMOUNT_OVER, AMOUNT_ZERO */
async function decideLine(tx: Tx, actor: Actor, claim: Claim, decision: Decision): Promise<void> {
  const { line, status, approvedAmount, unApproveReason } = decision;
  // It keeps the amount that a reviewer may have set before.
  if (status === "0") return;
  const amount = approvedAmount ?? line.approvedAmount ?? line.applyAmount;
  if (status === "2" && !unApproveReason) throw new Refusal("REASON_REQUIRED");
  if (status === "1") assertAmount(line.name, amount, line.payableAmount);
  if (status === "2") await release(tx, claim, [line]);
  await updateRow(tx, actor, SubsidyLine, line.id, {
    detailStatus: status,
    approvedAmount: status === "1" ? amount : null,
    unApproveReason: status === "2" ? unApproveReason : null,
  });
}

/** A row that was refused after the last automatic check has to be checked again before it is approved after all. @throws TRIAL_REQUIRED */
async function assertCheckedSince(tx: Tx, refused: readonly Line[]): Promise<void> {
  const { rows } = await sql`select from subsidy_line l join subsidy_application c on c.id = l.apply_id
    where l.id = any(${refused.map((line) => line.id)}::bigint[]) and (c.trial_time is null or c.trial_time <= l.update_time) limit 1`.execute(
    tx,
  );
  if (rows.length > 0) throw new Refusal("TRIAL_REQUIRED");
}

/** Approved rows that have reserved nothing, as one that was refused before, are reserved again, unless another claim has reserved the training meanwhile. @throws SUBSIDY_DUP, ANNUAL_LIMIT */
async function reserveAgain(tx: Tx, claim: Claim, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return;
  const claimed = await claimedClass(tx, claim.classId, null);
  const blockersOf = await findBlockers(tx, claim, claimed, lines);
  throwAll(lines.flatMap((line) => blockersOf(line).map((refusal) => getFailure(refusal, line.id))));
  await reserveLines(tx, claim, claimed, lines);
}

/**
 * Writes into the history how a reviewer decided the rows of a claim, since a later submission begins with undecided rows. The opinion uses
 * signs, which read the same in both languages: how many rows were approved as claimed, and which others were decided how.
 * @param before the rows as they were
 */
export async function writeDecisions(
  tx: Tx,
  actor: Actor,
  claim: Claim,
  action: "decideRows" | "unApprove" | "lowerAmount",
  before: readonly Line[],
  moved: { fromStatus?: string; toStatus?: string } = {},
): Promise<void> {
  const after = new Map((await getLines(tx, claim.id)).map((line) => [line.id, line]));
  const decided = before.flatMap((old) => {
    const line = after.get(old.id);
    return line &&
      (line.detailStatus !== old.detailStatus ||
        line.approvedAmount !== old.approvedAmount ||
        line.unApproveReason !== old.unApproveReason)
      ? [{ old, line }]
      : [];
  });
  if (decided.length === 0) return;
  const others = decided.map(({ old, line }) => exceptional(old, line)).filter((text) => text !== null);
  const approved = decided.length - others.length;
  const opinion = [...(approved > 0 ? [`✓ ×${approved}`] : []), ...others].join("；");
  await writeAudit(tx, actor, [
    {
      bizType: "SubsidyApplication",
      bizId: claim.id,
      action,
      ...moved,
      opinion: cut(opinion),
      before: decided.map(({ old }) => findDecision(old)),
      after: decided.map(({ line }) => findDecision(line)),
    },
  ]);
}

const findDecision = ({ id, name, detailStatus, approvedAmount, unApproveReason }: Line) => ({
  id,
  name,
  detailStatus,
  approvedAmount,
  unApproveReason,
});

/** What is to be said of a row that was refused, lowered or approved after all; null for one approved as claimed. */
function exceptional(old: Line, line: Line): string | null {
  if (line.detailStatus === "2") return `${line.name} ✗ ${line.unApproveReason ?? ""}`;
  const amount = line.approvedAmount ?? line.applyAmount;
  const was = old.approvedAmount ?? line.applyAmount;
  if (!new Decimal(amount).eq(was)) return `${line.name} ${was} → ${amount}`;
  return old.detailStatus === "2" ? `${line.name} ✓` : null;
}

/** An opinion has 500 characters. */
const cut = (text: string): string => ([...text].length > 500 ? `${[...text].slice(0, 499).join("")}…` : text);
