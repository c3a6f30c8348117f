import { examKind } from "@jipei/contract/exams/exam-codes.ts";
import { type ExamResultsQuery, examResultsBy } from "@jipei/contract/exams/exam-results.ts";
import { isCodeInList } from "@jipei/contract/core/fields/field.ts";
import { chinaToday } from "../../core/format/dates.ts";
import { useQueryParams } from "../../core/page/use-query-params.ts";

export type ResultGroup = keyof (typeof examResultsBy)["codes"];

/** What the page of results asks for, as its address says. */
export function useResultsQuery() {
  const [params, change] = useQueryParams();
  const kind = params.get("examKind") ?? "";
  const group = params.get("groupBy") ?? "";
  const asked = {
    from: params.get("from") ?? `${chinaToday().slice(0, 4)}-01-01`,
    to: params.get("to") ?? chinaToday(),
    groupBy: isCodeInList(examResultsBy, group) ? group : ("class" as const),
    examKind: isCodeInList(examKind, kind) ? kind : undefined,
    courseId: params.get("courseId") ?? undefined,
    orgId: params.get("orgId") ?? undefined,
  } satisfies ExamResultsQuery;
  return { asked, change };
}
export type AskedResults = ReturnType<typeof useResultsQuery>["asked"];

/** What a click on a group asks for: its classes. */
export const intoGroup = (groupBy: "org" | "course", id: string): Record<string, string | null> => ({
  [groupBy === "org" ? "orgId" : "courseId"]: id,
  groupBy: null,
});
