import { enterpriseClaimCalls as calls } from "@jipei/contract/subsidies/enterprise-subsidy-application.calls.ts";
import { sql } from "kysely";
import { addDays, addMonths, today } from "../../src/core/foundation/clock.ts";
import type { TestApp } from "../support/test-app.ts";
import { anAttachment } from "./attachment.ts";
import { shiftClass } from "./class.ts";
import { claimDocuments } from "./assessment.ts";
import { aCertifiedStaffClass } from "./enterprise-assessment.ts";
import { type StaffClass, type StaffEnterprise, anApprovedStaffClass } from "./enterprise-class.ts";
import { aPayableEnterprise, passStaffReviews, registerStaff } from "./claims/enterprise-claim.ts";
import { storePayment } from "./claims/payment.ts";
import { aStandard } from "./teaching.ts";

/** Apprentices of enterprises, from a running class to its claims. */

export interface ApprenticeOptions {
  enterprise?: StaffEnterprise;
  students?: number;
  /** Of the class; 4 unless it says otherwise. */
  level?: string;
  /** Yuan for a person and a year. */
  perYear?: string;
  /** Whole months since the class began. */
  months?: number;
  /** Whole months from its first day to the last one, more than `months`. */
  planned?: number;
}

/** A class of apprentices that began some months ago and runs on; its lessons are still to be held. */
export async function aRunningApprenticeClass(app: TestApp, options: ApprenticeOptions = {}): Promise<StaffClass> {
  const { months = 12, planned = months, level = "4", perYear = "5000.00" } = options;
  const enterprise = options.enterprise ?? (await aPayableEnterprise(app));
  // Approved as another kind: apprentices are taught 260 hours a year, which no test needs.
  const built = await anApprovedStaffClass(app, {
    enterprise,
    students: options.students ?? 1,
    staff: { masterName: "孙师傅", contractEnd: addDays(today(), 2000) },
  });
  const start = addMonths(today(), -months);
  const days = Math.round((Date.parse(start) - Date.parse(built.startDate)) / 86_400_000);
  await shiftClass(app, built, days);
  // A class that has run its planned months runs a day longer, so that it is not over.
  built.endDate = addDays(addMonths(start, planned), planned === months ? 1 : -1);
  const { rows } = await sql<{ courseId: string }>`
    update training_class set train_kind = '07', end_date = ${built.endDate}, level = ${level} where id = ${built.classId} returning course_id`.execute(
    app.db,
  );
  const courseId = rows[0]?.courseId as string;
  await sql`update course set train_kind = '07', level = ${level}, practice_ratio = 0.5, valid_year = ${Number(start.slice(0, 4))} where id = ${courseId}`.execute(
    app.db,
  );
  await aStandard(app, {
    courseId,
    subsidyKind: "07",
    standardAmount: perYear,
    payTarget: "2",
    effectDate: addMonths(today(), -40),
  });
  await registerStaff(app, built);
  return built;
}

/** The class ends, its lessons are held, its people assessed and certified: today. */
export async function certifyApprentices(app: TestApp, running: StaffClass) {
  await sql`update training_class set end_date = least(end_date, ${today()}) where id = ${running.classId}`.execute(
    app.db,
  );
  return aCertifiedStaffClass(app, { running });
}

export interface ApprenticeClaim extends StaffClass {
  claimId: string;
  lines: { id: string; studentId: string; payableAmount: string; applyAmount: string; trainMonths: number | null }[];
}

/** A claim for an advance or for the rest, with its documents, not submitted. */
export async function fileApprentices(app: TestApp, built: StaffClass, isAdvance: "0" | "1"): Promise<ApprenticeClaim> {
  const { admin } = built.enterprise;
  const attachmentList: string[] = [];
  for (const name of claimDocuments) attachmentList.push(await anAttachment(app, admin, name));
  const saved = (await admin.call(calls.saveSubsidy, {
    enterpriseSubsidyApplyDTO: { classId: built.classId, subsidyKind: "07", isAdvance, attachmentList },
  } as never)) as unknown as { id: string; detailList: ApprenticeClaim["lines"] };
  return { ...built, claimId: saved.id, lines: saved.detailList };
}

/** Submitted and approved by two reviewers. */
export async function completeApprentices(app: TestApp, claim: ApprenticeClaim): Promise<void> {
  await claim.enterprise.admin.call(calls.commit, { ids: claim.claimId });
  await passStaffReviews(app, claim);
}

/** An advance of all that is allowed, paid. */
export async function aPaidAdvance(app: TestApp, built: StaffClass): Promise<ApprenticeClaim> {
  const claim = await fileApprentices(app, built, "1");
  await completeApprentices(app, claim);
  const sum = claim.lines.reduce((total, { applyAmount }) => total + Number(applyAmount), 0);
  await storePayment(app, claim.claimId, "3", sum.toFixed(2));
  return claim;
}
