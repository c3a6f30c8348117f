import { Course, courseCalls } from "@jipei/contract/catalogue/course.ts";
import { level, trainKind, unitSide } from "@jipei/contract/core/fields/codes.ts";
import { type Field, code, ref, text } from "@jipei/contract/core/fields/field.ts";
import { summaryBy, summaryFigures } from "@jipei/contract/home/summary.ts";
import { Organisation, organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { FieldControl } from "../../core/form/field-control.tsx";
import { QueryControl, QueryControls, QuerySelect } from "../../core/form/query-controls.tsx";
import { type RefSource, refSource } from "../../core/form/ref-source.ts";
import { useLabel } from "../../core/i18n/language.ts";
import type { ParamChange } from "../../core/page/use-query-params.ts";
import { getViewer, useSession } from "../../core/session/session.ts";
import { EnterpriseChoice } from "./enterprise-choice.tsx";
import { type Asked, type SummaryFilter, addable, groups, years } from "./summary-query.ts";
import "./summary.css";

interface Filter {
  name: SummaryFilter;
  field: Field;
  source?: RefSource;
}
const filters: readonly Filter[] = [
  { name: "side", field: code(unitSide, "单位类型", "Kind of unit") },
  { name: "trainKind", field: code(trainKind, "培训类别", "Kind of training") },
  { name: "level", field: code(level, "等级", "Level") },
  { name: "regionCode", field: text(12, "行政区划", "Region", "optional", { format: "digits", region: true }) },
  {
    name: "orgId",
    field: ref("Organisation", "培训机构", "Institution"),
    source: refSource({
      entity: Organisation,
      list: organisationCalls.list,
      detail: organisationCalls.detail,
      note: "orgNo",
    }),
  },
  {
    name: "courseId",
    field: ref("Course", "课程", "Course"),
    source: refSource({ entity: Course, list: courseCalls.list, detail: courseCalls.detail, note: "trainKind" }),
  },
];

interface Props {
  asked: Asked;
  figure: string;
  compares: boolean;
  change: ParamChange;
}

const months = Array.from({ length: 12 }, (_, index) => String(index + 1));

/** What is counted, and how it is grouped. Every choice counts at once. */
export function SummaryControls({ asked, figure, compares, change }: Props) {
  const label = useLabel();
  const isBureau = getViewer(useSession()).audience === "bureau";
  const shown = isBureau
    ? filters
    : filters.filter(({ name }) => name !== "side" && name !== "orgId" && name !== "regionCode");
  const choose = (name: string, title: string, options: readonly (readonly [string, string])[], value: string) => (
    <QuerySelect title={title} options={options} value={value} onChange={(next) => change({ [name]: next })} />
  );
  const allGroups = groups
    .filter((group) => isBureau || (group !== "org" && group !== "ent" && group !== "region"))
    .map((group) => [group, label(summaryBy.codes[group])] as const);
  const month = (n: string) => [n, label([`${n}月`, n.padStart(2, "0")])] as const;
  return (
    <QueryControls>
      {choose(
        "year",
        label(["年度", "Year"]),
        years().map((year) => [String(year), String(year)]),
        String(asked.year),
      )}
      {choose("monthFrom", label(["起始月", "From month"]), months.map(month), String(asked.monthFrom ?? 1))}
      {choose("monthTo", label(["截止月", "To month"]), months.map(month), String(asked.monthTo ?? 12))}
      {choose("groupBy", label(["分组", "Grouped by"]), allGroups, asked.groupBy)}
      {choose(
        "crossBy",
        label(["交叉分组", "Crossed with"]),
        [["", label(["不交叉", "Nothing"])], ...allGroups.filter(([group]) => group !== asked.groupBy)],
        asked.crossBy ?? "",
      )}
      {choose(
        "figure",
        label(["图表指标", "Figure drawn"]),
        addable.map((name) => [name, label(summaryFigures[name])]),
        figure,
      )}
      {shown.map(({ name, field, source }) => (
        <QueryControl key={name} title={label(field)}>
          <FieldControl
            id={`summary-${name}`}
            field={field}
            source={source}
            value={asked[name] ?? null}
            onChange={(value) => change({ [name]: value as string | null })}
          />
        </QueryControl>
      ))}
      {isBureau && (
        <QueryControl title={label(["企业", "Enterprise"])}>
          <EnterpriseChoice
            id="summary-entId"
            year={asked.year}
            value={asked.entId ?? undefined}
            onChange={(entId) => change({ entId })}
          />
        </QueryControl>
      )}
      <label className="summary-check">
        <input
          type="checkbox"
          checked={compares}
          onChange={(event) => change({ compare: event.target.checked ? "1" : null })}
        />
        {label(["与上年同期比较", "Compare with the year before"])}
      </label>
    </QueryControls>
  );
}
