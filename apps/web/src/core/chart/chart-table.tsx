import { useLabel } from "../i18n/language.ts";
import { SeriesTable } from "./series-table.tsx";

interface Props {
  title: string;
  head: string;
  labels: readonly string[];
  columns: readonly { name: string; texts: readonly string[] }[];
}

/** The numbers of a chart, for screen readers. */
export function ChartTable({ title, ...table }: Props) {
  const label = useLabel();
  return (
    <details className="chart-numbers">
      <summary>{label(["查看数据表", "Show the table"])}</summary>
      <div className="chart-scroll" tabIndex={0} role="region" aria-label={title}>
        <SeriesTable {...table} cell={({ texts }, row) => texts[row] ?? "—"} />
      </div>
    </details>
  );
}
