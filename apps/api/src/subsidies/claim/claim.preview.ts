import type { Entity, Row } from "@jipei/contract/core/entity.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import type { claimPreview } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import type { Db } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { parameter } from "../../settings/settings.queries.ts";
import { calculateSum } from "../amount/amount.ts";
import { canBeClaimed, findUnderWay } from "./claim.save.ts";
import { assertOneAtATime } from "../apprentices/advances.ts";
import { type ClaimKind, assertClaimable, claimedClass } from "./class-facts.ts";
import { lastClaimDay } from "../amount/deadline.ts";
import { type Candidate, getCandidates } from "../amount/eligibility.ts";
import { excludedBy } from "../amount/exclusion.ts";

/**
 * Who of a class can be claimed with which amount (yuan), which rule excludes the others, and until when. Writes nothing.
 * @throws NOT_FOUND, CLASS_NOT_CERTIFIED, FIELD_INVALID for a kind that no unit of the side claims, KIND_MISMATCH
 */
export async function previewClaim(
  db: Db,
  actor: Actor,
  { classId, subsidyKind, isAdvance }: InputOf<typeof claimPreview>,
) {
  const claimed = await claimedClass(db, classId, actor);
  const kind: ClaimKind = { subsidyKind, isAdvance: isAdvance ?? "0" };
  await assertClaimable(db, claimed, kind);
  await assertOneAtATime(db, classId, kind);
  const everybody = await getCandidates(db, claimed, kind);
  const excluded = await excludedBy(db, claimed, kind, everybody);
  const allowed = everybody.filter(
    (one) => canBeClaimed(one, null) && !excluded.some(({ studentId }) => studentId === one.studentId),
  );
  const [earliest] = allowed.flatMap(({ issueDate }) => issueDate ?? []).sort();
  return {
    lines: allowed.map(getLine),
    excluded,
    applyAmount: calculateSum(allowed.map((one) => one.amount?.payable ?? null)),
    claimId: (await findUnderWay(db, classId, kind))?.id ?? null,
    lastClaimDay: earliest ? lastClaimDay(earliest, await parameter(db, "subsidy.deadline.months")) : null,
  };
}

/** The row that a claim would have, under the id of the student; it is not stored, so its version is 0. */
const getLine = (one: Candidate) => ({
  id: one.studentId,
  version: 0,
  studentId: one.studentId,
  studentNo: one.studentNo,
  name: one.name,
  idNumber: one.idNumber,
  personCategory: one.personCategory,
  certId: one.certId,
  certNo: one.certNo,
  certIssueDate: one.issueDate,
  trainHours: one.trainHours,
  attendanceRate: one.attendanceRate,
  theoryScore: one.theoryScore,
  practiceScore: one.practiceScore,
  subsidyId: one.subsidyId,
  standardAmount: one.standardAmount,
  upliftRate: one.amount?.uplift ?? null,
  trainMonths: one.trainMonths,
  payableAmount: one.amount?.payable ?? null,
  formula: one.amount?.formula ?? null,
  applyAmount: one.amount?.payable ?? "0.00",
  detailStatus: "0" as const,
  trialResult: "0" as const,
});

/** A row of an entity of which nothing is known yet. */
export const getEmptyRow = <E extends Entity>(entity: E) =>
  Object.fromEntries(Object.keys(entity.fields).map((name) => [name, null])) as { [K in keyof Row<E>]: null };
