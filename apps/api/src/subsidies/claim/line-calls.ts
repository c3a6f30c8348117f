import { subsidyStatus } from "@jipei/contract/core/fields/codes.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { SubsidyLine } from "@jipei/contract/subsidies/subsidy-line.ts";
import type { Tx } from "../../core/database/db.ts";
import { checkVersion, chosenRows, lockRow, lockRows } from "../../core/database/rows.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { removeRows, updateRow } from "../../core/database/write-rows.ts";
import { type Actor, assertPermission } from "../../core/foundation/actor.ts";
import { Refusal, illegalState } from "../../core/foundation/refusal.ts";
import { assertAmount } from "../amount/amount.ts";
import { assertSeparate } from "../duties/claim-duties.ts";
import type { ClaimSide } from "./claim-side.ts";
import { writeDecisions } from "./claim.decide.ts";
import { type LineInput, assertEditable, finishEdit } from "./claim.save.ts";
import { getLines, sumUp, unchecked } from "./claim.store.ts";

/** What the calls about single rows do alike on both sides. */

/** The claim of some rows, locked first, so that rows and sums change together. All rows must be of one claim. */
export async function claimOfLines(
  tx: Tx,
  actor: Actor,
  side: ClaimSide,
  ids: readonly string[],
): Promise<{ claim: StoredRow<typeof SubsidyApplication>; lines: StoredRow<typeof SubsidyLine>[] }> {
  const owners = await tx.selectFrom("subsidyLine").select("applyId").distinct().where("id", "in", ids).execute();
  const [owner] = owners;
  if (!owner) throw new Refusal("NOT_FOUND");
  if (owners.length > 1)
    throw new Refusal("FIELD_INVALID", {
      field: chosenRows,
      reason: { zh: "须属于同一申请", en: "must belong to one claim" },
    });
  const claim = await lockRow(tx, SubsidyApplication, side.scope, actor, owner.applyId);
  return { claim, lines: await lockRows(tx, SubsidyLine, side.scope, actor, ids) };
}

/**
 * One row: the applicant changes the amount claimed (yuan) in a draft, the first reviewer the amount approved.
 * @throws NOT_FOUND, NOT_OWNER, ROLE_DENIED, VERSION_CONFLICT, FIELD_INVALID, AMOUNT_OVER, AMOUNT_ZERO, STATE_ILLEGAL, SELF_REVIEW
 */
export async function setAmount(
  tx: Tx,
  actor: Actor,
  side: ClaimSide,
  input: LineInput & { version?: number | null },
): Promise<{ id: string }> {
  const { id, version, applyAmount, approvedAmount } = input;
  if (!id) throw new Refusal("NOT_FOUND");
  const { claim, lines } = await claimOfLines(tx, actor, side, [id]);
  const [line] = lines;
  if (!line) throw new Refusal("NOT_FOUND");
  checkVersion(line, version);
  const isApplicant = actor.audience !== "bureau";
  assertPermission(actor, isApplicant ? `${side.lineResource}_edit` : `${side.resource}_first_commit`);
  const amount = isApplicant ? applyAmount : approvedAmount;
  // A row that nobody has decided goes back as it was answered.
  if (amount === null && !isApplicant && line.approvedAmount === null) return { id };
  if (amount === undefined || amount === null)
    throw new Refusal("FIELD_INVALID", {
      field: { zh: "金额", en: "Amount" },
      reason: { zh: "请填写", en: "please fill in" },
    });
  assertAmount(line.name ?? "", amount, line.payableAmount ?? "0.00");
  if (isApplicant) {
    await assertEditable(tx, actor, claim);
    await updateRow(tx, actor, SubsidyLine, id, { applyAmount: amount });
    await finishEdit(tx, actor, claim.id);
  } else {
    if (claim.status !== "firstTrial") throw illegalState(subsidyStatus, claim.status, "核定", "set the amount");
    await assertSeparate(tx, actor, claim, "firstReviewer");
    const before = await getLines(tx, claim.id);
    await updateRow(tx, actor, SubsidyLine, id, { approvedAmount: amount });
    await writeDecisions(tx, actor, claim, "lowerAmount", before);
    await sumUp(tx, actor, claim.id, unchecked);
  }
  return { id };
}

/** Takes rows out of a claim that was never submitted or came back. @throws NOT_OWNER, STATE_ILLEGAL */
export async function removeLines(tx: Tx, actor: Actor, side: ClaimSide, ids: readonly string[]): Promise<void> {
  const { claim, lines } = await claimOfLines(tx, actor, side, ids);
  await assertEditable(tx, actor, claim);
  await removeRows(
    tx,
    actor,
    SubsidyLine,
    lines.map((line) => line.id),
  );
  await finishEdit(tx, actor, claim.id);
}
