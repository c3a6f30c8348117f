import type { WorkPeriod } from "@jipei/contract/work-records/work-period.ts";
import { preJobTrainingKind } from "@jipei/contract/work-records/pre-job-training.ts";
import { safetyTrainingKind } from "@jipei/contract/work-records/safety-training.ts";
import { trainingBaseKind } from "@jipei/contract/work-records/training-base.ts";
import { trainingProjectKind } from "@jipei/contract/work-records/training-project.ts";
import type { recordCalls } from "@jipei/contract/work-records/work-record.ts";
import { workReportKind } from "@jipei/contract/work-records/work-report.ts";
import { addMonths, today } from "../../src/core/foundation/clock.ts";
import type { Desk } from "./desk.ts";
import type { School } from "./schools.ts";

/** How far a record has come. */
type Stage = "unSubmit" | "firstTrial" | "back" | "reTrial" | "compile";

/** The monthly reports of the five institutions: how far those of last month have come, and those of the two months before. One has not reported yet. */
const lastMonth: readonly (Stage | null)[] = ["firstTrial", "unSubmit", "back", "reTrial", null];
const monthsBefore = 2;

/** The month so many months ago, as a period. */
function monthAgo(months: number): { workYear: number; workPeriod: WorkPeriod } {
  const day = addMonths(`${today().slice(0, 7)}-01`, -months);
  return { workYear: Number(day.slice(0, 4)), workPeriod: day.slice(5, 7) as WorkPeriod };
}

/** What units report of their training work: monthly reports filled in from the chain, and one record each of other kinds. */
export async function seedWorkRecords(desk: Desk, schools: readonly School[]): Promise<void> {
  for (const [index, { orgId }] of schools.entries())
    for (let months = monthsBefore + 1; months > 0; months--) {
      const stage = months === 1 ? lastMonth[index] : "compile";
      if (stage) await seedReport(desk, orgId, months, stage);
    }
  const [first, second] = schools;
  if (first && second) await seedOthers(desk, first.orgId, second.orgId);
}

async function seedReport(desk: Desk, orgId: string, months: number, stage: Stage): Promise<void> {
  const period = monthAgo(months);
  const { figures } = await desk.as("org", { orgId })(workReportKind.calls.chain, { ...period });
  const { trainedCount, finishedCount, passCount, certCount, highSkilledCount, subsidyAmount } = figures;
  await file(
    desk,
    workReportKind.calls,
    { orgId, daysAgo: months * 30 - 25, stage },
    {
      ...period,
      workKind: "1",
      trainedCount,
      finishedCount,
      // People may pass in one month who finished in the one before.
      passCount: Math.min(passCount, finishedCount),
      certCount: Math.min(certCount, passCount, finishedCount),
      highSkilledCount,
      subsidyAmount,
      differReason: "合格和取证人数按结业当月统计",
      content: "按计划开展培训，做好考勤和过程管理，及时组织考核。",
      nextPlan: "继续做好招生和开班准备。",
    },
  );
}

async function seedOthers(desk: Desk, orgId: string, otherId: string): Promise<void> {
  const counts = { ...monthAgo(1), finishedCount: 0, passCount: 0, certCount: 0 };
  const asOf = { orgId, daysAgo: 4 };
  await file(
    desk,
    trainingBaseKind.calls,
    { ...asOf, stage: "compile" },
    {
      ...counts,
      ...monthAgo(2),
      baseName: "县公共实训基地",
      baseKind: "1",
      baseLevel: "4",
      approveDate: "2021-06-18",
      address: "职教中心实训楼",
      area: "3200.00",
      stationCount: 180,
      occupationNames: "焊工、电工、养老护理员",
      differReason: "基地本期未承担结业班次",
    },
  );
  await file(
    desk,
    safetyTrainingKind.calls,
    { ...asOf, stage: "firstTrial" },
    {
      ...counts,
      safeKind: "3",
      isHighRisk: "0",
      trainHours: "8.0",
      plannedCount: 60,
    },
  );
  await file(
    desk,
    preJobTrainingKind.calls,
    { ...asOf, stage: "unSubmit" },
    {
      ...counts,
      gqKind: "1",
      newHireCount: 12,
      contractCount: 12,
    },
  );
  await file(
    desk,
    trainingProjectKind.calls,
    { orgId: null, daysAgo: 9, stage: "reTrial" },
    {
      ...counts,
      projectName: "退捕渔民转岗培训项目",
      projectKind: "2",
      budgetAmount: "180000.00",
      unitPrice: "1800.00",
      undertakeOrg: otherId,
      trainTarget: "退捕渔民及其家庭成员",
      plannedCount: 100,
    },
  );
}

/** Saves a record and leads it as far as its stage. @param by the institution; null: the bureau itself */
async function file(
  desk: Desk,
  { submit }: ReturnType<typeof recordCalls>,
  { orgId, daysAgo, stage }: { orgId: string | null; daysAgo: number; stage: Stage },
  values: object,
): Promise<void> {
  const filer = orgId ? desk.as("org", { orgId }, daysAgo) : desk.as("clerk", {}, daysAgo);
  const { id } = await filer(submit, { ...values, status: stage === "unSubmit" ? stage : "firstTrial" });
  const [first, second] = [desk.as("first", {}, daysAgo - 1), desk.as("second", {}, daysAgo - 2)];
  if (stage === "back") await first(submit, { id, status: "back", reason: "结业人次与花名册不符，请核对" });
  if (stage === "reTrial" || stage === "compile") await first(submit, { id, status: "reTrial" });
  if (stage === "compile") await second(submit, { id, status: "compile" });
}
