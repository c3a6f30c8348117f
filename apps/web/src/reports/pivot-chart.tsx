import type { Entity } from "@jipei/contract/core/entity.ts";
import { measureLabel } from "@jipei/contract/reports/measure-label.ts";
import { groupLabel, groupsOf } from "@jipei/contract/reports/report-fields.ts";
import type { PivotLayout } from "@jipei/contract/reports/report-layout.ts";
import type { PivotAnswer } from "@jipei/contract/reports/report-run.ts";
import { BarTable } from "../core/chart/bar-table.tsx";
import { type ChartTone, ColumnChart } from "../core/chart/column-chart.tsx";
import { useLabel, useLanguage } from "../core/i18n/language.ts";
import { figureText } from "./pivot-table.tsx";

/** Groups that a chart has room for. */
const most = 24;
const tones: readonly ChartTone[] = ["people", "done", "proof", "money"];

/** The totals of the groups down the side as a picture, a series for each measure. */
export function PivotChart({ entity, pivot, found }: { entity: Entity; pivot: PivotLayout; found: PivotAnswer }) {
  const label = useLabel();
  const language = useLanguage();
  if (pivot.chart === "none" || found.rows.length === 0) return null;
  const head = pivot.rows
    .flatMap((name) => groupsOf(entity).filter((group) => group.name === name))
    .map((group) => label(groupLabel(entity, group)))
    .join(" ");
  const rows = found.rows.slice(0, most);
  const labels = rows.map((row) => row[language].join(" "));
  const series = pivot.measures.map((measure, index) => {
    const values = found.rowTotals.slice(0, most).map((totals) => totals[index] ?? null);
    return {
      name: label(measureLabel(entity, measure)),
      tone: tones[index] ?? "people",
      ...(pivot.chart === "line" && { kind: "line" as const }),
      values: values.map(Number),
      texts: values.map((value) => figureText(entity, measure, value)),
    };
  });
  const title = `${series.map(({ name }) => name).join(" · ")} / ${head}`;
  return pivot.chart === "bar" ? (
    <BarTable title={title} head={head} labels={labels} columns={series} />
  ) : (
    <ColumnChart title={title} head={head} labels={labels} series={series} />
  );
}
