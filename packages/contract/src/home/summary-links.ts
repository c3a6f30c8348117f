import { employee, unemployed } from "../outcomes/train-employment.ts";
import type { PageLink } from "../pages.ts";
import { getRegionPrefix } from "../settings/region.ts";
import type { RateRows } from "./counted-rows.ts";
import type { SummaryFigure, SummaryQuery, summaryBy } from "./summary.ts";

/** Which rows a figure of the summary counts: lists, and the filters by which they show the same rows. A test holds the totals of both against each other. */

type Group = keyof (typeof summaryBy)["codes"];
/** A group by its key, as the answer has it. */
export interface InGroup {
  by: Group;
  key: string;
}

/** A list that shows rows of one side, or of both. */
interface CountedList {
  page: PageLink;
  side: "1" | "2" | null;
  /** Of a rate: which of its rows. */
  rows?: RateRows;
  /** Its filter by unit; none of a list that has those of the own unit alone. */
  unit?: "orgId" | "unitId";
  region?: "regionCode" | "orgRegionCode";
  /** The day that decides about the period. */
  day: string;
  /** Filters that every such link has. */
  fixed?: Readonly<Record<string, string>>;
}
/** A list of the figure, and whose rows it has, or which of a rate. */
export interface SummaryLink {
  side: "1" | "2" | null;
  rows: RateRows | null;
  link: PageLink;
}

const confirmed = { confirmStatus: "Confirm" };
const ofBureau = { unit: "orgId", region: "regionCode" } as const;
const ofEnterprises = { side: "2", unit: "unitId", region: "regionCode" } as const;

const classes = (day: string): CountedList[] => [
  { page: "/class/index", side: "1", ...ofBureau, day, fixed: { status: "Confirm" } },
  { page: "/enterprise/class", ...ofEnterprises, day, fixed: confirmed },
  { page: "/my/class", side: "1", day, fixed: { status: "Confirm" } },
  { page: "/ent/class", side: "2", day, fixed: confirmed },
];
/** People of confirmed classes: an institution's, and the staff that enterprises train. */
const students = (day: string, also: Readonly<Record<string, string>> = {}, rows?: RateRows): CountedList[] => {
  const fixed = { ...confirmed, classStatus: "Confirm", ...also };
  return [
    { page: "/class/experience", side: "1", unit: "orgId", region: "orgRegionCode", day, fixed, rows },
    { page: "/my/class/student", side: "1", day, fixed, rows },
  ];
};
const staff = (day: string, also: Readonly<Record<string, string>> = {}): CountedList[] => {
  const fixed = { ...confirmed, classStatus: "Confirm", ...also };
  return [
    { page: "/enterprise/student", ...ofEnterprises, day, fixed },
    { page: "/ent/student", side: "2", day, fixed },
  ];
};
/** The bureau has the grades of both sides in one list. */
const grades = (also: Readonly<Record<string, string>> = {}, rows?: RateRows): CountedList[] => {
  const published = { day: "publishTime", fixed: { gradeStatus: "2", isAbsent: "0", ...also }, rows };
  return [
    { page: "/test/grade", side: null, ...ofBureau, ...published },
    { page: "/my/test/grade", side: "1", ...published },
    { page: "/ent/grade", side: "2", ...published },
  ];
};
/** Of those who finished and could find work: who did, by the latest follow-up within six months. */
const followUps = (least: string): CountedList[] => {
  const fixed = {
    isLatest: "1",
    employmentKind_notequal: unemployed,
    personCategory_notequal: employee,
    attendanceRate_ge: least,
    studentStatus: "Confirm",
    classStatus: "Confirm",
  };
  const rows = "employed";
  return [
    { page: "/class/employment", side: "1", unit: "orgId", region: "orgRegionCode", day: "endDate", fixed, rows },
    { page: "/my/class/employment", side: "1", day: "endDate", fixed, rows },
  ];
};
const valid = { isValid: "isValid" };
const certificates: CountedList[] = [
  { page: "/cert/index", side: "1", ...ofBureau, day: "issueDate", fixed: valid },
  { page: "/cert/enterprise", ...ofEnterprises, day: "issueDate", fixed: valid },
  { page: "/my/cert", side: "1", day: "issueDate", fixed: valid },
  { page: "/ent/cert", side: "2", day: "issueDate", fixed: valid },
];
/** The bureau has the claims of both sides in one list. */
const claims = (day: string, fixed: Readonly<Record<string, string>> = {}): CountedList[] => [
  { page: "/subsidy/claim", side: null, ...ofBureau, day, fixed },
  { page: "/my/subsidy", side: "1", day, fixed },
  { page: "/ent/subsidy", side: "2", day, fixed },
];
/** Completed claims stand where they are paid, too. */
const payments = (day: string, fixed: Readonly<Record<string, string>>): CountedList[] => [
  { page: "/subsidy/pay", side: null, ...ofBureau, day, fixed },
  ...claims(day, fixed),
];

/** @param least attendance in percent from which somebody has finished */
const getLists = (least: string): Readonly<Record<SummaryFigure, readonly CountedList[]>> => ({
  classCount: classes("startDate"),
  enrolCount: [...students("startDate"), ...staff("startDate")],
  finishCount: [
    ...students("endDate", { attendanceRate_ge: least }),
    ...staff("endDate", { attendanceRate_ge: least }),
  ],
  testCount: grades(),
  passCount: grades({ result: "1" }),
  passRate: [...grades({ result: "1" }, "passed"), ...grades({}, "assessed")],
  certCount: certificates,
  employRate: [
    ...followUps(least),
    ...students("endDate", { attendanceRate_ge: least, personCategory_notequal: employee }, "finishers"),
  ],
  applyAmount: claims("commitTime"),
  approvedAmount: payments("reTime", { status: "compile" }),
  paidAmount: payments("payDate", { payStatus: "3" }),
});

/** What a figure is counted of: the query, cut down to the groups that it stands in. */
interface Counted extends SummaryQuery {
  month?: number;
}

/**
 * The lists of the rows that a figure counts. Which of them a user may open, their menu says; a figure over both sides has one for each.
 * @param today yyyy-MM-dd, after which nothing is counted @param least attendance in percent from which somebody has finished
 */
export function getSummaryLinks(
  figure: SummaryFigure,
  query: SummaryQuery & { year: number },
  groups: readonly InGroup[],
  { today, least }: { today: string; least: string },
): SummaryLink[] {
  const of = groups.reduce(into, { ...query });
  const first = of.month ?? of.monthFrom ?? 1;
  const last = of.month ?? of.monthTo ?? 12;
  const from = `${query.year}-${String(first).padStart(2, "0")}-01`;
  const end = new Date(Date.UTC(query.year, last, 0)).toISOString().slice(0, 10);
  const to = end < today ? end : today;
  const side = sideOf(of);
  const region = groups.find(({ by }) => by === "region")?.key;
  return getLists(least)[figure].flatMap((list) => {
    if (side && list.side && list.side !== side) return [];
    const filters = {
      ...list.fixed,
      [`${list.day}_dategt`]: from,
      [`${list.day}_datelt`]: to,
      ...(list.unit && { [list.unit]: of.orgId ?? of.entId }),
      ...(!list.side && { unitSide: side }),
      courseId: of.courseId,
      level: of.level,
      trainKind: of.trainKind,
      // A group has one code, a filter all codes that begin like it.
      ...(list.region && region !== undefined && { [region === "" ? list.region : `${list.region}_equal`]: region }),
      ...(list.region &&
        region === undefined &&
        of.regionCode && { [`${list.region}_likeright`]: getRegionPrefix(of.regionCode) || null }),
    };
    const parameters = Object.entries(filters).flatMap(([name, value]) => toParameter(name, value));
    return [{ side: list.side, rows: list.rows ?? null, link: `${list.page}?${parameters.join("&")}` as PageLink }];
  });
}

/** A filter in an address; the key of a group is empty for rows without a value. */
function toParameter(name: string, value: string | null | undefined): string[] {
  if (value === "") return [`${name}_null=1`];
  return value ? [`${name}=${value}`] : [];
}

/** Whose rows are counted; null: those of both sides. Groups of institutions leave enterprises out, and the other way round. */
export function sideOf({ side, orgId, entId, groupBy, crossBy }: SummaryQuery): SummaryLink["side"] {
  if (side) return side;
  if (orgId || groupBy === "org" || crossBy === "org") return "1";
  return entId || groupBy === "ent" || crossBy === "ent" ? "2" : null;
}

function into(of: Counted, { by, key }: InGroup): Counted {
  switch (by) {
    case "month":
      return { ...of, month: Number(key.slice(5)) };
    case "org":
      return { ...of, orgId: key };
    case "ent":
      return { ...of, entId: key };
    case "course":
      return { ...of, courseId: key };
    case "level":
      return { ...of, level: key as Counted["level"] };
    case "trainKind":
      return { ...of, trainKind: key as Counted["trainKind"] };
    case "region":
      return of;
  }
}
