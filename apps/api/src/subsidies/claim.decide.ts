import { SubsidyLine } from "@jipei/contract/subsidies/subsidy-line.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { writeAudit } from "../core/audit.ts";
import { updateRow } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import { Refusal, failureOf, throwAll } from "../core/refusal.ts";
import { basisOf, hindrances } from "./claim.guards.ts";
import type { ClaimBody } from "./claim.save.ts";
import { type Line, linesOf, sumUp } from "./claim.store.ts";
import { claimedClass } from "./class-facts.ts";
import { grant, keyOf, releaseLines } from "./standing.ts";

/**
 * Rows a reviewer decides together with the whole claim: what he approves, refuses or lowers.
 * @throws NOT_OWNER, REASON_REQUIRED, AMOUNT_OVER; for a row approved after all TRIAL_REQUIRED, SUBSIDY_DUP, ANNUAL_LIMIT
 */
export async function decideLines(tx: Tx, actor: Actor, claim: any, body: ClaimBody): Promise<void> {
  const before = await linesOf(tx, claim.id);
  const lines = new Map(before.map((line) => [line.id, line]));
  const decisions = body.subsidyApplyDetailDTO ?? [];
  const reapproved = decisions
    .flatMap((decision) => lines.get(decision["id"]) ?? [])
    .filter(
      (line) =>
        line.detailStatus === "2" &&
        decisions.some((decision) => decision["id"] === line.id && decision["detailStatus"] === "1"),
    );
  if (reapproved.length > 0) await mustBeCheckedSince(tx, claim, reapproved);
  for (const decision of decisions) {
    const line = lines.get(decision["id"]);
    if (!line) throw new Refusal("NOT_OWNER");
    const status = (decision["detailStatus"] as string | undefined) ?? line.detailStatus;
    const approvedAmount = (decision["approvedAmount"] as string | null | undefined) ?? line.approvedAmount;
    if (status === "2" && !decision["unApproveReason"]) throw new Refusal("REASON_REQUIRED");
    if (status === "1" && new Decimal(approvedAmount ?? line.applyAmount).gt(line.payableAmount))
      throw new Refusal("AMOUNT_OVER", {
        name: line.name,
        a: approvedAmount ?? line.applyAmount,
        b: line.payableAmount,
      });
    if (status === "2") await releaseLines(tx, [line.id]);
    await updateRow(tx, actor, SubsidyLine, line.id, {
      detailStatus: status,
      approvedAmount: status === "1" ? (approvedAmount ?? line.applyAmount) : null,
      unApproveReason: status === "2" ? decision["unApproveReason"] : null,
    });
  }
  // Rows nobody spoke of are approved with the claim.
  await sql`update subsidy_line set detail_status = '1', approved_amount = coalesce(approved_amount, apply_amount), version = version + 1, update_user = ${actor.userId}, update_time = now()
    where apply_id = ${claim.id} and is_deleted = 0 and detail_status = '0'`.execute(tx);
  if (reapproved.length > 0) await takeUpAgain(tx, claim, reapproved);
  await sumUp(tx, actor, claim.id);
  await writeDecisions(tx, actor, claim, "decideRows", before);
}

/** What the check said of a row that was refused later is no ground to approve it after all. @throws TRIAL_REQUIRED */
async function mustBeCheckedSince(tx: Tx, claim: any, refused: readonly Line[]): Promise<void> {
  const { rows } = await sql`select from subsidy_line l join subsidy_application c on c.id = l.apply_id
    where l.id = any(${refused.map((line) => line.id)}::bigint[]) and (c.trial_time is null or c.trial_time < l.update_time) limit 1`.execute(
    tx,
  );
  if (rows.length > 0) throw new Refusal("TRIAL_REQUIRED");
}

/** A row approved after all takes up the person's training again, unless another claim has done so meanwhile. @throws SUBSIDY_DUP, ANNUAL_LIMIT */
async function takeUpAgain(tx: Tx, claim: any, lines: readonly Line[]): Promise<void> {
  const claimed = await claimedClass(tx, claim.classId, null);
  const hindering = await hindrances(tx, claim, claimed, lines);
  throwAll(lines.flatMap((line) => hindering(line).map((refusal) => failureOf(refusal, line.id))));
  await grant(
    tx,
    lines.map((line) => ({ ...basisOf(line), lineId: line.id })),
    keyOf({ ...claimed, subsidyKind: claim.subsidyKind }),
    {
      applyId: claim.id,
      subsidyKind: claim.subsidyKind,
      unitName: claim.bankAccountName ?? "",
      commitTime: claim.firstCommitTime,
    },
  );
}

/**
 * Writes down which rows of a claim a reviewer decided how: a later submission begins with undecided rows, and the history is where the
 * decisions stay. The opinion says in signs, which read the same in both languages, how many were approved as claimed and names the others.
 * @param before the rows as they were
 */
export async function writeDecisions(
  tx: Tx,
  actor: Actor,
  claim: any,
  action: "decideRows" | "unApprove" | "lowerAmount",
  before: readonly Line[],
  moved: { fromStatus?: string; toStatus?: string } = {},
): Promise<void> {
  const after = new Map((await linesOf(tx, claim.id)).map((line) => [line.id, line]));
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
      before: decided.map(({ old }) => decisionOf(old)),
      after: decided.map(({ line }) => decisionOf(line)),
    },
  ]);
}

const decisionOf = ({ id, name, detailStatus, approvedAmount, unApproveReason }: Line) => ({
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
