import {
  type SummaryFigure,
  type SummaryQuery,
  type SummaryRow,
  summaryBy,
  summaryFigures,
} from "@jipei/contract/home/summary.ts";
import type { PageLink } from "@jipei/contract/pages.ts";
import { chinaToday } from "../../core/format/dates.ts";
import { useQueryParams } from "../../core/page/use-query-params.ts";

export type Group = keyof (typeof summaryBy)["codes"];
export const groups = Object.keys(summaryBy.codes) as Group[];
export const figureNames = Object.keys(summaryFigures) as SummaryFigure[];
/** Figures that can be added up, hence crossed. */
export const addable = figureNames.filter((name) => name !== "passRate" && name !== "employRate");

/** Years that can be looked back on. */
const back = 6;
export const thisYear = (): number => Number(chinaToday().slice(0, 4));
export const years = (): number[] => Array.from({ length: back }, (_, index) => thisYear() - index);

const filters = ["side", "orgId", "entId", "courseId", "level", "trainKind", "regionCode"] as const;
export type SummaryFilter = (typeof filters)[number];

export interface Asked extends SummaryQuery {
  year: number;
  groupBy: Group;
}

/** The query in the address, the figure that is crossed and drawn, and whether the year before stands beside it. */
export function useSummaryQuery() {
  const [params, change] = useQueryParams();
  const group = (name: string) => groups.find((one) => one === params.get(name));
  const month = (name: string) => Number(params.get(name)) || undefined;
  const groupBy = group("groupBy") ?? "month";
  const crossBy = group("crossBy");
  const asked = {
    year: Number(params.get("year")) || thisYear(),
    monthFrom: month("monthFrom"),
    monthTo: month("monthTo"),
    groupBy,
    crossBy: crossBy === groupBy ? undefined : crossBy,
    ...Object.fromEntries(filters.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : []))),
  } as Asked;
  return {
    asked,
    figure: addable.find((name) => name === params.get("figure")) ?? ("enrolCount" as const),
    compares: params.get("compare") === "1",
    change,
  };
}

/** The key of a group in the year before: months have their year in it. */
export const keyBefore = (groupBy: Group, key: string): string =>
  groupBy === "month" ? `${Number(key.slice(0, 4)) - 1}${key.slice(4)}` : key;

/** The filter that leaves a group only; months are a period. */
const filterOf: Partial<Record<Group, SummaryFilter>> = {
  org: "orgId",
  ent: "entId",
  course: "courseId",
  level: "level",
  trainKind: "trainKind",
  region: "regionCode",
};

/** The query of a single group, by months of it: what a click on it asks for. */
export function intoGroup(groupBy: Group, { groupKey }: Pick<SummaryRow, "groupKey">): Record<string, string | null> {
  const filter = filterOf[groupBy];
  if (filter) return { [filter]: groupKey, groupBy: null, crossBy: null };
  const month = String(Number(groupKey.slice(5)));
  return { monthFrom: month, monthTo: month, groupBy: "org", crossBy: null };
}

/** The last day that is counted: of the month, or today. */
function lastDay(year: number, month: number): string {
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return last < chinaToday() ? last : chinaToday();
}

/** Whose rows a figure counts; null where they are of both sides, which no single list shows. */
function sideOf({ groupBy, side, orgId, entId }: Asked): "1" | "2" | null {
  if (side) return side;
  if (orgId || groupBy === "org") return "1";
  return entId || groupBy === "ent" ? "2" : null;
}

/**
 * The rows that a figure of a group counts: lists of the bureau, of an institution and of an enterprise, of which a menu has one at most. None of
 * the bureau for rows of both sides: institutions or enterprises are chosen first.
 */
export function getLists(figure: SummaryFigure, asked: Asked, row: Pick<SummaryRow, "groupKey"> | null): PageLink[] {
  const of: Partial<Record<SummaryFilter | "month", string>> = { ...asked } as object;
  if (row && asked.groupBy !== "month") of[filterOf[asked.groupBy] as SummaryFilter] = row.groupKey;
  const only = row && asked.groupBy === "month" ? Number(row.groupKey.slice(5)) : null;
  const from = `${asked.year}-${String(only ?? asked.monthFrom ?? 1).padStart(2, "0")}-01`;
  const to = lastDay(asked.year, only ?? asked.monthTo ?? 12);
  const within = (field: string) => `${field}_dategt=${from}&${field}_datelt=${to}`;
  const also = (...names: SummaryFilter[]) =>
    names.flatMap((name) => (of[name] ? [`&${name}=${of[name]}`] : [])).join("");
  const side = sideOf(asked);
  const more = also("courseId", "level", "trainKind", "regionCode");
  const ofUnit = of.entId ? `&unitId=${of.entId}` : "";
  const classes = (day: string): PageLink[] => [
    ...(side === "1" ? ([`/class/index?status=Confirm&${within(day)}${also("orgId")}${more}`] as const) : []),
    ...(side === "2" ? ([`/enterprise/class?confirmStatus=Confirm&${within(day)}${ofUnit}${more}`] as const) : []),
    `/my/class?status=Confirm&${within(day)}`,
    `/ent/class?confirmStatus=Confirm&${within(day)}`,
  ];
  const ofSide = (institutions: PageLink, ...own: PageLink[]): PageLink[] => [
    ...(side === "1" ? [institutions] : []),
    ...own,
  ];
  switch (figure) {
    case "finishCount":
    case "employRate":
      return classes("endDate");
    case "testCount":
    case "passCount":
    case "passRate":
      return ofSide(`/test/grade?gradeStatus=2&${within("publishTime")}${also("orgId", "level")}`);
    case "certCount":
      return ofSide(`/cert/index?${within("issueDate")}${also("orgId", "level")}`, `/my/cert?${within("issueDate")}`);
    case "applyAmount":
      return ofSide(
        `/subsidy/pay?${within("commitTime")}${also("orgId", "level")}`,
        `/my/subsidy?${within("commitTime")}`,
      );
    case "approvedAmount":
      return ofSide(
        `/subsidy/pay?status=compile&${within("reTime")}${also("orgId", "level")}`,
        `/my/subsidy?${within("reTime")}`,
      );
    case "paidAmount":
      return ofSide(
        `/subsidy/pay?payStatus=3&${within("payDate")}${also("orgId", "level")}`,
        `/my/subsidy?${within("payDate")}`,
      );
    default:
      return classes("startDate");
  }
}
