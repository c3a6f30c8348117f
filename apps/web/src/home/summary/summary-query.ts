import {
  type SummaryFigure,
  type SummaryQuery,
  type SummaryRow,
  isRate,
  summaryBy,
  summaryFigures,
} from "@jipei/contract/home/summary.ts";
import { chinaToday } from "../../core/format/dates.ts";
import { useQueryParams } from "../../core/page/use-query-params.ts";

export type Group = keyof (typeof summaryBy)["codes"];
export const groups = Object.keys(summaryBy.codes) as Group[];
export const figureNames = Object.keys(summaryFigures) as SummaryFigure[];
/** Figures that can be added up, hence crossed. */
export const addable = figureNames.filter((name) => !isRate(name));

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
