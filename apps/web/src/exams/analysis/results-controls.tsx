import { ref } from "@jipei/contract/core/fields/field.ts";
import { examKind } from "@jipei/contract/exams/exam-codes.ts";
import { examResultsBy } from "@jipei/contract/exams/exam-results.ts";
import { Organisation, organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { DateRangeControl } from "../../core/form/dates/date-controls.tsx";
import { FieldControl } from "../../core/form/field-control.tsx";
import { QueryControl, QueryControls, QuerySelect } from "../../core/form/query-controls.tsx";
import { type RefSource, refSource } from "../../core/form/ref-source.ts";
import { useLabel } from "../../core/i18n/language.ts";
import type { ParamChange } from "../../core/page/use-query-params.ts";
import { getViewer, useSession } from "../../core/session/session.ts";
import { courses } from "../sources.ts";
import type { AskedResults, ResultGroup } from "./results-query.ts";

const institutions = refSource({
  entity: Organisation,
  list: organisationCalls.list,
  detail: organisationCalls.detail,
  note: "orgNo",
});
const fields = {
  orgId: ref("Organisation", "培训机构", "Institution"),
  courseId: ref("Course", "课程", "Course"),
};

/** Which exams are counted, and how they are grouped. */
export function ResultsControls({ asked, change }: { asked: AskedResults; change: ParamChange }) {
  const label = useLabel();
  const isBureau = getViewer(useSession()).audience === "bureau";
  const groups = (Object.keys(examResultsBy.codes) as ResultGroup[]).filter((group) => isBureau || group !== "org");
  const reference = (name: keyof typeof fields, source: RefSource) => (
    <QueryControl title={label(fields[name])}>
      <FieldControl
        id={`results-${name}`}
        field={fields[name]}
        source={source}
        value={asked[name] ?? null}
        onChange={(value) => change({ [name]: value as string | null })}
      />
    </QueryControl>
  );
  return (
    <QueryControls>
      <QuerySelect
        title={label(["分组", "Grouped by"])}
        options={groups.map((group) => [group, label(examResultsBy.codes[group])])}
        value={asked.groupBy}
        onChange={(groupBy) => change({ groupBy })}
      />
      <QueryControl title={label(["考试日期", "Days of the exams"])}>
        <DateRangeControl
          from={asked.from}
          to={asked.to}
          ids={["results-from", "results-to"]}
          onChange={(from, to) => change({ from, to })}
        />
      </QueryControl>
      <QuerySelect
        title={label(examKind)}
        options={[
          ["", label(["全部", "All"])],
          ...Object.entries(examKind.codes).map(([kind, words]) => [kind, label(words)] as const),
        ]}
        value={asked.examKind ?? ""}
        onChange={(kind) => change({ examKind: kind })}
      />
      {reference("courseId", courses)}
      {isBureau && reference("orgId", institutions)}
    </QueryControls>
  );
}
