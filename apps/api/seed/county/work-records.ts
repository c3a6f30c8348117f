import { daysOf } from "@jipei/contract/work-records/work-period.ts";
import { workMonthCalls } from "@jipei/contract/work-records/work-month.ts";
import { workReportKind } from "@jipei/contract/work-records/work-report.ts";
import { sql } from "kysely";
import { addMonths, daysBetween, today } from "../../src/core/foundation/clock.ts";
import type { Desk } from "./desk.ts";
import { type Filing, type Period, type Stage, fileRecord, monthOf } from "./filed-records.ts";
import { findOtherFilings, seedWaitingRecords } from "./other-records.ts";
import { nearest, openPast } from "./past.ts";
import type { School } from "./schools.ts";

/** How far the reports of last month have come, by institution; one has not reported yet. Those of the months before are completed. */
const lastMonth: readonly (Stage | null)[] = ["firstTrial", "unSubmit", "back", "reTrial", null];
const months = 24;

/** What units report of their training work over two years: monthly reports filled in from the chain, and records of the other kinds. */
export async function seedWorkRecords(desk: Desk, schools: readonly School[]): Promise<void> {
  const filings = await findOtherFilings(desk, schools);
  for (let ago = months; ago > 1; ago--) {
    const [before, period] = [monthOf(addMonths(today(), -ago - 1)), monthOf(addMonths(today(), -ago))];
    filings.push({
      period,
      async file(daysAgo) {
        for (const { orgId } of schools) await seedReport(desk, period, orgId, daysAgo, "compile");
        if (ago < months) await closeMonth(desk, before, daysAgo);
      },
    });
  }
  await fileAll(desk, filings);
  for (const [index, { orgId }] of schools.entries()) {
    const stage = lastMonth[index];
    if (stage) await seedReport(desk, monthOf(addMonths(today(), -1)), orgId, 5, stage);
  }
  await seedWaitingRecords(desk, schools);
}

/** Files everything in the order of its days, some days after its period is over; not where those are still to come. */
async function fileAll(desk: Desk, filings: readonly Filing[]): Promise<void> {
  const step = await openPast(desk);
  const ended = ({ period }: Filing) => daysOf(period.workYear, period.workPeriod).to;
  for (const filing of filings.toSorted((one, other) => ended(one).localeCompare(ended(other)))) {
    const daysAgo = daysBetween(ended(filing), today()) - 8;
    if (daysAgo >= nearest) await step(daysAgo, () => filing.file(0));
    else if (daysAgo > 2) await filing.file(daysAgo);
  }
}

/** Nothing of it changes any more once the next month is reported, which leaves the last two open. */
async function closeMonth(desk: Desk, { workYear, workPeriod: workMonth }: Period, daysAgo: number): Promise<void> {
  await desk.as("clerk", {}, daysAgo)(workMonthCalls.close, { workYear, workMonth });
  await sql`update work_month set close_time = close_time - make_interval(days => ${daysAgo}) where work_year = ${workYear} and work_month = ${workMonth}`.execute(
    desk.tx,
  );
}

const seedReport = (desk: Desk, period: Period, orgId: string, daysAgo: number, stage: Stage): Promise<void> =>
  fileRecord(desk, workReportKind, { as: (days) => desk.as("org", { orgId }, days), daysAgo, stage }, period, {
    workKind: "1",
    nextPlan: "继续做好招生和开班准备。",
  });
