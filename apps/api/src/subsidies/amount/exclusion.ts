import { Decimal } from "decimal.js";
import { today } from "../../core/foundation/clock.ts";
import type { Db } from "../../core/database/db.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { getParameters } from "../../settings/settings.queries.ts";
import { barred, findBarredPeople } from "../bars/bars.ts";
import { alreadySubsidised, inApprenticeship, limitReached } from "../claim/claim.reservation.ts";
import { getAdvances } from "../apprentices/advances.ts";
import { type ClaimKind, type ClaimedClass, isAdvance, living } from "../claim/class-facts.ts";
import { inTime } from "./deadline.ts";
import type { Candidate } from "./eligibility.ts";
import {
  countsInYear,
  getApprenticeshipConflicts,
  getKey,
  standingAgainst,
  yearCounts,
} from "../../entitlements/entitlements.queries.ts";

export interface Excluded {
  studentId: string;
  studentNo: string | null;
  name: string;
  ruleCode: string;
  message: string;
  messageEn: string;
}

/** Why the formula gives nothing for the days of a person. */
const noAllowance = {
  field: { zh: "生活费", en: "Living allowance" },
  reason: {
    zh: "人员类别不享受，或没有课时足够且未由其他申请计入的培训日",
    en: "not for this category of person, or no day with hours enough that no other claim has",
  },
};

const isLow = (rate: string | null, least: Decimal) => rate === null || new Decimal(rate).lt(least);

/** Members of a class who cannot be claimed, each with the first rule that excludes them; the same rules refuse a submission. */
export async function excludedBy(
  db: Db,
  claimed: ClaimedClass,
  kind: ClaimKind,
  everybody: readonly Candidate[],
): Promise<Excluded[]> {
  const { subsidyKind } = kind;
  const advances = await getAdvances(db, claimed.id, kind);
  const limits = await getParameters(db, ["subsidy.deadline.months", "subsidy.annual.limit", "attendance.min"]);
  const people = everybody.map((one) => one.idNumberHash);
  const standing = new Set(
    (await standingAgainst(db, people, getKey({ ...claimed, subsidyKind }), advances)).map((row) => row.personHash),
  );
  const apprenticeships = await getApprenticeshipConflicts(db, people, { ...claimed, subsidyKind }, advances);
  const barredPeople = await findBarredPeople(db, people);
  const counts = countsInYear(subsidyKind)
    ? await yearCounts(
        db,
        everybody.map((one) => ({ personHash: one.idNumberHash, issueDate: one.issueDate ?? today() })),
        advances,
      )
    : new Map<string, number>();
  const reason = (one: Candidate): Refusal | null => {
    if (one.claimed !== null) return new Refusal("SUBSIDY_APPLY_DUP");
    if (one.isOnJob === "0") return new Refusal("NOT_ON_JOB", { name: one.name });
    if (one.notPassed) return new Refusal("GRADE_NOT_PASSED", { name: one.name });
    if (one.certMissing) return new Refusal("CERT_REQUIRED", { name: one.name });
    if (!isAdvance(kind) && isLow(one.attendanceRate, limits["attendance.min"]))
      return new Refusal("ATTENDANCE_LOW", {
        name: one.name,
        a: one.attendanceRate ?? "0",
        b: limits["attendance.min"].toString(),
      });
    if (one.issueDate !== null && !inTime(one.issueDate, today(), limits["subsidy.deadline.months"]))
      return new Refusal("SUBSIDY_EXPIRED", { name: one.name, n: limits["subsidy.deadline.months"] });
    const bar = barredPeople.get(one.idNumberHash);
    if (bar) return barred(bar);
    if (standing.has(one.idNumberHash)) return alreadySubsidised(one.name, claimed);
    const apprentice = apprenticeships.get(one.idNumberHash);
    if (apprentice) return inApprenticeship(one.name, apprentice);
    if ((counts.get(one.idNumberHash) ?? 0) >= limits["subsidy.annual.limit"])
      return limitReached(one.name, limits["subsidy.annual.limit"]);
    if (one.amount === null || new Decimal(one.amount.payable).lte(0))
      return subsidyKind === living ? new Refusal("FIELD_INVALID", noAllowance) : new Refusal("COURSE_NOT_VALID");
    return null;
  };
  return everybody.flatMap((one) => {
    const refusal = reason(one);
    return refusal
      ? [
          {
            studentId: one.studentId,
            studentNo: one.studentNo,
            name: one.name,
            ruleCode: refusal.code,
            message: refusal.zh,
            messageEn: refusal.en,
          },
        ]
      : [];
  });
}
