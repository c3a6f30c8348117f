import { type SummaryFigure, type SummaryRow, summaryBy, summaryFigures } from "@jipei/contract/home/summary.ts";
import { BarTable } from "../../core/chart/bar-table.tsx";
import { type ChartTone, ColumnChart } from "../../core/chart/column-chart.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import type { Asked } from "./summary-query.ts";
import { formatFigure } from "./summary-table.tsx";

/** Bars of a chart. */
const most = 15;
const toneOf: Partial<Record<SummaryFigure, ChartTone>> = {
  finishCount: "done",
  passCount: "done",
  certCount: "proof",
  applyAmount: "money",
  approvedAmount: "money",
  paidAmount: "money",
};

/** One figure by groups: months along an axis, anything else as bars, the longest first. */
export function SummaryChart({
  asked,
  figure,
  records,
}: {
  asked: Asked;
  figure: SummaryFigure;
  records: readonly SummaryRow[];
}) {
  const label = useLabel();
  const head = label(summaryBy.codes[asked.groupBy]);
  const name = label(summaryFigures[figure]);
  const tone = toneOf[figure] ?? "people";
  const isMonths = asked.groupBy === "month";
  const rows = isMonths ? records : records.toSorted((a, b) => Number(b[figure]) - Number(a[figure])).slice(0, most);
  const series = {
    name,
    tone,
    values: rows.map((row) => Number(row[figure])),
    texts: rows.map((row) => formatFigure(figure, row[figure])),
  };
  const labels = rows.map((row) => (isMonths ? row.groupKey.slice(5) : label([row.groupName, row.groupNameEn])));
  return isMonths ? (
    <ColumnChart title={name} head={head} labels={labels} series={[series]} />
  ) : (
    <BarTable title={name} head={head} labels={labels} columns={[series]} />
  );
}
