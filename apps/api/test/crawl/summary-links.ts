import assert from "node:assert/strict";
import { certificateCalls } from "@jipei/contract/assessment/certificate.calls.ts";
import { enterpriseCertificateCalls } from "@jipei/contract/assessment/enterprise-certificate.calls.ts";
import { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import type { Call, OutputOf } from "@jipei/contract/core/call.ts";
import { type SummaryLink, getSummaryLinks } from "@jipei/contract/home/summary-links.ts";
import {
  type SummaryFigure,
  type SummaryFigures,
  type SummaryQuery,
  summaryBy,
  summaryCalls,
  summaryFigures,
} from "@jipei/contract/home/summary.ts";
import { enterpriseClaimCalls } from "@jipei/contract/subsidies/enterprise-subsidy-application.calls.ts";
import { paymentQueue } from "@jipei/contract/subsidies/payment-list.calls.ts";
import { claimListOfOrg } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { enterpriseClassCalls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { enterpriseStudentCalls } from "@jipei/contract/training/enterprise-student.ts";
import { studentCalls } from "@jipei/contract/training/student.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { Decimal } from "decimal.js";
import { today } from "../../src/core/foundation/clock.ts";
import type { TestUser } from "../support/test-app.ts";

/** The lists behind the figures of the summary, called as a user who reads them. */

type Group = keyof (typeof summaryBy)["codes"];
type Answer = OutputOf<typeof summaryCalls.list>;
type Row = Readonly<Record<string, string | number | null>>;
const year = Number(today().slice(0, 4));
const groups = Object.keys(summaryBy.codes) as Group[];
const names = Object.keys(summaryFigures) as SummaryFigure[];

/** The pages that links lead to, with the list that each shows. */
const lists: Readonly<Record<string, Call<any, any>>> = {
  "/class/index": classCalls.usedByManage,
  "/enterprise/class": enterpriseClassCalls.list,
  "/my/class": classCalls.usedByOrg,
  "/ent/class": enterpriseClassCalls.getClass,
  "/class/experience": studentCalls.studentTrainExperienceUsedByManage,
  "/my/class/student": studentCalls.getStudentUsedByOrg,
  "/ent/student": enterpriseStudentCalls.getStudent,
  "/test/grade": gradeCalls.listOfBureau,
  "/my/test/grade": gradeCalls.listOfOrg,
  "/cert/index": certificateCalls.listOfBureau,
  "/cert/enterprise": enterpriseCertificateCalls.getTrainCertificate,
  "/my/cert": certificateCalls.listOfOrg,
  "/ent/cert": enterpriseCertificateCalls.getTrainCertificate,
  "/subsidy/pay": paymentQueue,
  "/my/subsidy": claimListOfOrg,
  "/ent/subsidy": enterpriseClaimCalls.getEnterpriseSubsidyApply,
};
/** What the rows of a list add up to, where a figure is no count. */
const sums: Partial<Record<SummaryFigure, (row: Row) => Decimal>> = {
  applyAmount: (row) => new Decimal(row.applyAmount ?? 0),
  approvedAmount: (row) => Decimal.max(0, new Decimal(row.approvedAmount ?? 0).minus(row.advanceAmount ?? 0)),
  paidAmount: (row) => new Decimal(row.payAmount ?? 0).minus(row.recoveredAmount ?? 0),
};
/** A rate leads to the rows of its denominator. */
const countOf: Partial<Record<SummaryFigure, SummaryFigure>> = { passRate: "testCount" };

async function read(user: TestUser, { link }: SummaryLink, figure: SummaryFigure): Promise<string> {
  const [page = "", query = ""] = link.split("?");
  const list = lists[page];
  assert.ok(list, `no list is named for ${page}`);
  const sum = sums[figure];
  const parameters = { ...Object.fromEntries(new URLSearchParams(query)), size: sum ? "200" : "10" };
  const { total, records } = await user.list<{ total: number; records: Row[] }>(list, parameters);
  if (!sum) return String(total);
  assert.ok(total <= 200);
  return records.reduce((all, row) => all.plus(sum(row)), new Decimal(0)).toFixed(2);
}

/** Rows of a group that are walked: those with most figures, since each costs a list for each of these. */
const walked = 3;
const countFigures = (row: SummaryFigures): number => names.filter((name) => Number(row[name] ?? 0) > 0).length;
const findFullest = <R extends SummaryFigures>(rows: readonly R[]): R[] =>
  rows.toSorted((a, b) => countFigures(b) - countFigures(a)).slice(0, walked);

/** The figures of a user, by every group and by two crossed, each compared with the list that it leads to on one of these pages. @returns which led where */
export async function walkLinks(user: TestUser, pages: readonly string[]): Promise<string[]> {
  const reached = new Set<string>();
  /** What was read already: all groups have the same totals. */
  const known = new Map<string, Promise<string>>();
  const readOnce = (link: SummaryLink, figure: SummaryFigure): Promise<string> => {
    const key = `${sums[figure] ? figure : ""} ${link.link}`;
    const found = known.get(key) ?? read(user, link, figure);
    known.set(key, found);
    return found;
  };
  const ask = (query: SummaryQuery) => user.call(summaryCalls.list, query);
  for (const groupBy of groups)
    for (const crossBy of groupBy === "trainKind" ? [undefined, "month" as const] : [undefined]) {
      const query = { year, groupBy, ...(crossBy && { crossBy }) };
      const { records, sum, leastAttendance } = await user.call(summaryCalls.list, query);
      const ofSide = { "1": await ask({ ...query, side: "1" }), "2": await ask({ ...query, side: "2" }) };
      const rows = [
        ...findFullest(records).map((row) => ({
          row,
          stands: [{ by: groupBy, key: row.groupKey }, ...(crossBy ? [{ by: crossBy, key: row.crossKey ?? "" }] : [])],
          in: ({ records: others }: Answer): SummaryFigures | undefined =>
            others.find((other) => other.groupKey === row.groupKey && other.crossKey === row.crossKey),
        })),
        { row: sum, stands: [], in: ({ sum: other }: Answer): SummaryFigures | undefined => other },
      ];
      for (const { row, stands, in: find } of rows)
        for (const figure of names) {
          const links = getSummaryLinks(figure, query, stands, { today: today(), least: leastAttendance });
          for (const one of links.filter(({ link }) => pages.includes(link.split("?")[0] ?? ""))) {
            const counted = one.side ? find(ofSide[one.side]) : row;
            const expected = String(counted?.[countOf[figure] ?? figure] ?? (sums[figure] ? "0.00" : 0));
            assert.equal(await readOnce(one, figure), expected, `${figure} ${JSON.stringify(stands)} ${one.link}`);
            if (Number(expected) > 0) reached.add(`${figure} ${one.link.split("?")[0]}`);
          }
        }
    }
  return [...reached].toSorted();
}
