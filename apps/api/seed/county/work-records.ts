import { daysOf } from "@jipei/contract/work-records/work-period.ts";
import { workReportKind } from "@jipei/contract/work-records/work-report.ts";
import { addMonths, daysBetween, today } from "../../src/core/foundation/clock.ts";
import type { Desk } from "./desk.ts";
import { type Period, type Stage, fileRecord, monthOf } from "./filed-records.ts";
import { seedOtherRecords } from "./other-records.ts";
import { nearest, openPast } from "./past.ts";
import type { School } from "./schools.ts";

/** How far the reports of last month have come, by institution; one has not reported yet. Those of the months before are completed. */
const lastMonth: readonly (Stage | null)[] = ["firstTrial", "unSubmit", "back", "reTrial", null];
const months = 24;

/** What units report of their training work over two years: monthly reports filled in from the chain, and records of the other kinds. */
export async function seedWorkRecords(desk: Desk, schools: readonly School[]): Promise<void> {
  const step = await openPast(desk);
  /** Some days after the end of a period; not where those are still to come. */
  const reported = async (period: Period, report: (daysAgo: number) => Promise<void>) => {
    const daysAgo = daysBetween(daysOf(period.workYear, period.workPeriod).to, today()) - 8;
    if (daysAgo >= nearest) await step(daysAgo, () => report(0));
    else if (daysAgo > 2) await report(daysAgo);
  };
  for (let ago = months; ago > 1; ago--) {
    const period = monthOf(addMonths(today(), -ago));
    await reported(period, async (daysAgo) => {
      for (const { orgId } of schools) await seedReport(desk, period, orgId, daysAgo, "compile");
    });
  }
  for (const [index, { orgId }] of schools.entries()) {
    const stage = lastMonth[index];
    if (stage) await seedReport(desk, monthOf(addMonths(today(), -1)), orgId, 5, stage);
  }
  await seedOtherRecords(desk, schools, reported);
}

const seedReport = (desk: Desk, period: Period, orgId: string, daysAgo: number, stage: Stage): Promise<void> =>
  fileRecord(desk, workReportKind, { as: (days) => desk.as("org", { orgId }, days), daysAgo, stage }, period, {
    workKind: "1",
    content: "按计划开展培训，做好考勤和过程管理，及时组织考核。",
    nextPlan: "继续做好招生和开班准备。",
  });
