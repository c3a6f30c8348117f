import assert from "node:assert/strict";
import { certificateCalls } from "@jipei/contract/assessment/certificate.calls.ts";
import { enterpriseCertificateCalls } from "@jipei/contract/assessment/enterprise-certificate.calls.ts";
import { enterpriseTestCalls } from "@jipei/contract/assessment/enterprise-test.calls.ts";
import { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import { type MenuItem, menuRoutes } from "@jipei/contract/auth/menu.ts";
import type { Call, OutputOf } from "@jipei/contract/core/call.ts";
import { type SummaryLink, getSummaryLinks } from "@jipei/contract/home/summary-links.ts";
import {
  type SummaryFigure,
  type SummaryFigures,
  type SummaryQuery,
  type SummaryRow,
  isRate,
  summaryBy,
  summaryCalls,
  summaryFigures,
} from "@jipei/contract/home/summary.ts";
import { trainEmploymentCalls } from "@jipei/contract/outcomes/train-employment.ts";
import { enterpriseClaimCalls } from "@jipei/contract/subsidies/enterprise-subsidy-application.calls.ts";
import { paymentQueue, submittedClaims } from "@jipei/contract/subsidies/payment-list.calls.ts";
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
  "/class/employment": trainEmploymentCalls.list,
  "/my/class/employment": trainEmploymentCalls.list,
  "/class/experience": studentCalls.studentTrainExperienceUsedByManage,
  "/my/class/student": studentCalls.getStudentUsedByOrg,
  "/enterprise/student": enterpriseStudentCalls.getStudent,
  "/ent/student": enterpriseStudentCalls.getStudent,
  "/test/grade": gradeCalls.listOfBureau,
  "/my/test/grade": gradeCalls.listOfOrg,
  "/ent/grade": enterpriseTestCalls.getEnterpriseTest,
  "/cert/index": certificateCalls.listOfBureau,
  "/cert/enterprise": enterpriseCertificateCalls.getTrainCertificate,
  "/my/cert": certificateCalls.listOfOrg,
  "/ent/cert": enterpriseCertificateCalls.getTrainCertificate,
  "/subsidy/pay": paymentQueue,
  "/subsidy/claim": submittedClaims,
  "/my/subsidy": claimListOfOrg,
  "/ent/subsidy": enterpriseClaimCalls.getEnterpriseSubsidyApply,
};
/** What the rows of a list add up to, where a figure is no count. */
const sums: Partial<Record<SummaryFigure, (row: Row) => Decimal>> = {
  applyAmount: (row) => new Decimal(row.applyAmount ?? 0),
  approvedAmount: (row) => Decimal.max(0, new Decimal(row.approvedAmount ?? 0).minus(row.advanceAmount ?? 0)),
  paidAmount: (row) => new Decimal(row.payAmount ?? 0).minus(row.recoveredAmount ?? 0),
};
/** Of a rate: the rows that it counts, and those among which it counts them. */
const parts = {
  passRate: ["passed", "assessed"],
  employRate: ["employed", "finishers"],
} as const;

/** How many rows the list behind a link has, or what they add up to. */
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

/** The addresses that the menu of a user leads to. */
async function getPages(user: TestUser): Promise<ReadonlySet<string>> {
  const leaves = (items: readonly MenuItem[]): MenuItem[] =>
    items.flatMap((item) => (item.children ? leaves(item.children) : [item]));
  return new Set(leaves(await user.call(menuRoutes, {})).map(({ path }) => path));
}
const getPage = ({ link }: SummaryLink): string => link.split("?")[0] ?? "";

/** Rows of a group that are walked, beside those without a value: those with most figures, since each costs a list for each of these. */
const walked = 3;
const countFigures = (row: SummaryFigures): number => names.filter((name) => Number(row[name] ?? 0) > 0).length;
const findFullest = (rows: readonly SummaryRow[]): SummaryRow[] =>
  rows
    .toSorted((a, b) => countFigures(b) - countFigures(a))
    .filter(({ groupKey, crossKey }, at) => at < walked || groupKey === "" || crossKey === "");

/** The sides that a group has, and both together. */
function sidesOf(group: Group): readonly ("1" | "2" | null)[] {
  if (group === "org") return [null, "1"];
  return group === "ent" ? [null, "2"] : [null, "1", "2"];
}

/** What figures led to: pages, and which figures led to none. */
export interface Walk {
  reached: string[];
  nowhere: string[];
}

/**
 * The figures of a user, by every group and by two crossed, each compared with every list that it leads to within their menu. A figure of both sides
 * is compared side by side.
 * @param reads false: nothing is compared, since somebody else with the same rows was
 */
export async function walkLinks(user: TestUser, reads: boolean): Promise<Walk> {
  const pages = await getPages(user);
  const reached = new Set<string>();
  const nowhere = new Set<string>();
  /** What was read already: all groups have the same totals. */
  const known = new Map<string, Promise<string>>();
  const readOnce = (link: SummaryLink, figure: SummaryFigure): Promise<string> => {
    const key = `${sums[figure] ? figure : ""} ${link.link}`;
    const found = known.get(key) ?? read(user, link, figure);
    known.set(key, found);
    return found;
  };
  const ask = (query: SummaryQuery) => user.call(summaryCalls.list, query);

  /** The rows of a figure, all or of one side, in the lists of its links; none where nothing is counted. */
  async function compare(figure: SummaryFigure, value: string | number | null | undefined, links: SummaryLink[]) {
    const isCounted = isRate(figure) ? value !== null && value !== undefined : Number(value ?? 0) > 0;
    if (isCounted && links.length === 0) nowhere.add(figure);
    if (isCounted) for (const link of links) reached.add(`${figure} ${getPage(link)}`);
    if (!reads) return;
    if (figure === "passRate" || figure === "employRate") {
      if (!isCounted || links.length === 0) return;
      const [part, whole] = parts[figure].map((rows) => links.find((link) => link.rows === rows));
      // Whoever may read one of both alone is led there.
      if (!part || !whole) return;
      const [over, under] = [await readOnce(part, figure), await readOnce(whole, figure)];
      assert.equal(new Decimal(over).times(100).div(under).toFixed(2), value, `${part.link} of ${whole.link}`);
      return;
    }
    const expected = String(value ?? (sums[figure] ? "0.00" : 0));
    for (const link of links) assert.equal(await readOnce(link, figure), expected, `${figure} ${link.link}`);
  }

  for (const groupBy of groups)
    for (const crossBy of groupBy === "trainKind" ? [undefined, "month" as const] : [undefined]) {
      const query = { year, groupBy, ...(crossBy && { crossBy }) };
      const { records, sum, leastAttendance } = await ask(query);
      const rows = [
        ...findFullest(records).map((row) => ({
          row,
          stands: [{ by: groupBy, key: row.groupKey }, ...(crossBy ? [{ by: crossBy, key: row.crossKey ?? "" }] : [])],
          in: ({ records: others }: Answer): SummaryFigures | undefined =>
            others.find((other) => other.groupKey === row.groupKey && other.crossKey === row.crossKey),
        })),
        { row: sum, stands: [], in: ({ sum: other }: Answer): SummaryFigures | undefined => other },
      ];
      for (const side of sidesOf(groupBy)) {
        const asked = { ...query, ...(side && { side }) };
        const answer = side ? await ask(asked) : null;
        for (const { row, stands, in: find } of rows)
          for (const figure of names) {
            const links = getSummaryLinks(figure, asked, stands, { today: today(), least: leastAttendance }).filter(
              (link) => pages.has(getPage(link)),
            );
            // Lists of one side show all only where the query is of one side, too.
            const whole = side ? links : links.filter((link) => link.side === null);
            if (side || whole.length > 0 || links.length === 0)
              await compare(figure, (answer ? find(answer) : row)?.[figure], whole);
          }
      }
    }
  return { reached: [...reached].toSorted(), nowhere: [...nowhere].toSorted() };
}
