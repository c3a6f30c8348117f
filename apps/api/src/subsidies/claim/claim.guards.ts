import type { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import { today } from "../../core/foundation/clock.ts";
import { type Failure, Refusal, getFailure, throwAll, worded } from "../../core/foundation/refusal.ts";
import type { Guard } from "../../core/entity/transition.ts";
import { assertActive, getPayee } from "../../providers/providers.queries.ts";
import { parameter } from "../../settings/settings.queries.ts";
import { assertAmount, findWrongAmount } from "../amount/amount.ts";
import { getCandidates } from "../amount/eligibility.ts";
import { isDrafted } from "../draft/draft.store.ts";
import { assertSeparate, isReviewed } from "../duties/claim-duties.ts";
import { assertUnbarred } from "../bars/bars.ts";
import { assertApplicant } from "./claim.save.ts";
import { findBlockers, findUnreserved } from "./claim.reservation.ts";
import { getLines } from "./claim.store.ts";
import { assertOneAtATime } from "../apprentices/advances.ts";
import { assertKindAllowed, assertReached, claimedClass, isAdvance, isCourseApproved } from "./class-facts.ts";
import { inTime } from "../amount/deadline.ts";
import { findMissing } from "./claim-documents.ts";
import { isOpen } from "../automatic-check/result.ts";

/** Only the applicant hands in, and nobody who has reviewed or paid the claim. @throws NOT_OWNER, SELF_REVIEW */
export const byApplicant: Guard<typeof SubsidyApplication> = async (tx, actor, claim) => {
  await assertApplicant(tx, actor, claim.orgId);
  await assertSeparate(tx, actor, claim, "applicant");
};

/** Nobody of the bureau has decided anything, or begun a draft, since the submission. @throws CLAIM_UNDER_REVIEW */
export const notLookedAt: Guard<typeof SubsidyApplication> = async (tx, _actor, claim) => {
  if ((await isReviewed(tx, claim.id)) || (await isDrafted(tx, claim))) throw new Refusal("CLAIM_UNDER_REVIEW");
};

/** @throws SUBSIDY_EMPTY */
export const hasRows: Guard<typeof SubsidyApplication> = async (tx, _actor, claim) => {
  if ((await getLines(tx, claim.id)).length === 0) throw new Refusal("SUBSIDY_EMPTY");
};

/** The table of kinds may have changed since the draft was begun. @throws KIND_MISMATCH */
export const kindAllowed: Guard<typeof SubsidyApplication> = async (tx, _actor, claim) =>
  assertKindAllowed(tx, await claimedClass(tx, claim.classId, null), claim.subsidyKind);

/** @throws COURSE_NOT_APPROVED */
export const courseApproved: Guard<typeof SubsidyApplication> = async (tx, _actor, claim) => {
  const claimed = await claimedClass(tx, claim.classId, null);
  if (isCourseApproved(claimed)) return;
  throw worded("COURSE_NOT_APPROVED", [
    `机构课程${claimed.courseName}的课时、收费标准待审核，通过后方可申请`,
    `Hours and fee of the course ${claimed.courseName} are waiting for approval; claim once they are approved`,
  ]);
};

/** An advance is for a class that still runs, the rest for one whose advance is paid or was never asked for. @throws CLASS_NOT_CERTIFIED, SUBSIDY_APPLY_DUP */
export const atItsTime: Guard<typeof SubsidyApplication> = async (tx, _actor, claim) => {
  if (isAdvance(claim)) assertReached(await claimedClass(tx, claim.classId, null), claim);
  await assertOneAtATime(tx, claim.classId, claim);
};

/** Every row in time, its person neither barred nor subsidised before, within the year's limit, within its amount. @throws SUBSIDY_EXPIRED, SUBSIDY_BARRED, SUBSIDY_DUP, ANNUAL_LIMIT, AMOUNT_OVER, AMOUNT_ZERO */
export const rowsClaimable: Guard<typeof SubsidyApplication> = async (tx, actor, claim) => {
  const lines = (await getLines(tx, claim.id)).filter((line) => line.detailStatus !== "2");
  const months = await parameter(tx, "subsidy.deadline.months");
  const claimed = await claimedClass(tx, claim.classId, actor);
  const blockersOf = await findBlockers(tx, claim, claimed, lines);
  // As of today: the standard, the certificate or the person may have changed since the draft was saved.
  const students = lines.map((line) => line.studentId);
  const candidates = await getCandidates(tx, claimed, claim, students);
  const payables = new Map(candidates.map((one) => [one.studentId, one.amount?.payable]));
  const failures: Failure[] = [];
  for (const line of lines) {
    const refuse = (refusal: Refusal) => failures.push(getFailure(refusal, line.id));
    const day = line.firstCommitTime?.slice(0, 10) ?? today();
    if (line.certIssueDate && !inTime(line.certIssueDate, day, months))
      refuse(new Refusal("SUBSIDY_EXPIRED", { name: line.name, n: months }));
    blockersOf(line).forEach(refuse);
    const wrong = findWrongAmount(line.name, line.applyAmount, payables.get(line.studentId) ?? "0.00");
    if (wrong) refuse(wrong);
  }
  throwAll(failures);
};

/** @throws ORG_NOT_ACTIVE, BANK_REQUIRED, also while the only account filed waits for a second person */
export const payeeComplete: Guard<typeof SubsidyApplication> = async (tx, _actor, claim) => {
  await assertActive(tx, claim.orgId);
  const { bankName, bankAccount, bankAccountName, isWaiting } = await getPayee(tx, claim.orgId);
  if (bankName && bankAccount && bankAccountName) return;
  if (!isWaiting) throw new Refusal("BANK_REQUIRED");
  throw worded("BANK_REQUIRED", [
    "银行账户信息待人社局审核，通过后方可申请",
    "The bank account is still awaiting the bureau's approval",
  ]);
};

/** Neither class, course nor institution stands barred; people are asked with their rows. @throws SUBSIDY_BARRED */
export const unbarred: Guard<typeof SubsidyApplication> = async (tx, _actor, claim) => {
  const { courseId, orgId } = await claimedClass(tx, claim.classId, null);
  await assertUnbarred(tx, { classId: claim.classId, courseId, orgId });
};

/** @throws CLASS_INSPECT_FAIL */
export const inspectionPassed: Guard<typeof SubsidyApplication> = async (tx, _actor, claim) => {
  const claimed = await claimedClass(tx, claim.classId, null);
  if (claimed.inspectResult === "2" && claimed.isRectified !== "1") throw new Refusal("CLASS_INSPECT_FAIL");
};

/** @throws ATTACH_REQUIRED naming what is missing */
export const documentsAttached: Guard<typeof SubsidyApplication> = async (tx, _actor, claim) => {
  const missing = await findMissing(tx, claim);
  if (missing.length > 0)
    throw new Refusal("ATTACH_REQUIRED", {
      names: { zh: missing.map(({ zh }) => zh).join("、"), en: missing.map(({ en }) => en).join(", ") },
    });
};

/** @throws TRIAL_REQUIRED when the rows changed since the last automatic check */
export const trialRun: Guard<typeof SubsidyApplication> = (_tx, _actor, claim) => {
  if (!claim.trialTime || claim.trialResult === "0" || claim.trialTime < (claim.commitTime ?? ""))
    throw new Refusal("TRIAL_REQUIRED");
};

/** No open finding on the head or on an approved row; warnings count until a reviewer confirms them. @throws TRIAL_BLOCKED */
export const findingsSettled: Guard<typeof SubsidyApplication> = async (tx, _actor, claim) => {
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from finding f
    where ${isOpen(claim.id)}
      and (f.detail_id is null or exists (select from subsidy_line l where l.id = f.detail_id::bigint and l.is_deleted = 0 and l.detail_status = '1'))`.execute(
    tx,
  );
  const open = Number(rows[0]?.n ?? 0);
  if (open > 0) throw new Refusal("TRIAL_BLOCKED", { n: open });
};

/** Nobody is paid for what the claim has not reserved for them, as the database holds too; the first review reserves what is missing. @throws STATE_ILLEGAL naming claim and rows */
export const rowsReserved: Guard<typeof SubsidyApplication> = async (tx, _actor, claim) => {
  const unreserved = await findUnreserved(tx, claim.id);
  if (unreserved.length === 0) return;
  const names = unreserved.map(({ name }) => name);
  const refused = worded("STATE_ILLEGAL", [
    `${claim.applyNo}中${names.join("、")}的补贴资格未登记，须退回审核后重新核定`,
    `Nothing is reserved in ${claim.applyNo} for ${names.join(", ")}; return the claim to its review`,
  ]);
  throw Object.assign(refused, { failures: unreserved.map(({ id }) => getFailure(refused, id)) });
};

/** At least one row approved, none above what is payable. @throws SUBSIDY_EMPTY, AMOUNT_OVER, AMOUNT_ZERO */
export const approvedWithinAmounts: Guard<typeof SubsidyApplication> = async (tx, _actor, claim) => {
  const approved = (await getLines(tx, claim.id)).filter((line) => line.detailStatus === "1");
  if (approved.length === 0) throw new Refusal("SUBSIDY_EMPTY");
  for (const { name, approvedAmount, applyAmount, payableAmount } of approved)
    assertAmount(name, approvedAmount ?? applyAmount, payableAmount);
};

/** @throws AMOUNT_CHANGED when the approved total is not the one of the first review */
export const amountUnchanged: Guard<typeof SubsidyApplication> = (_tx, _actor, claim) => {
  if (!claim.firstAmount || !new Decimal(claim.firstAmount).eq(claim.approvedAmount ?? 0))
    throw new Refusal("AMOUNT_CHANGED");
};

/** Nothing is on its way to the payee: not sent yet, or returned by the bank. @throws SUBSIDY_PAID */
export const notYetPaying: Guard<typeof SubsidyApplication> = (_tx, _actor, claim) => {
  if (!["0", "1", "4"].includes(claim.payStatus ?? "0")) throw new Refusal("SUBSIDY_PAID");
};
