import "./chart.css";
import type { ChartTone } from "./column-chart.tsx";
import { SeriesTable } from "./series-table.tsx";

interface Column {
  name: string;
  tone: ChartTone;
  values: readonly number[];
  texts: readonly string[];
}
interface Props {
  title: string;
  head: string;
  labels: readonly string[];
  columns: readonly Column[];
}

/** Bars beside their numbers: the chart is its own table. */
export function BarTable({ title, ...table }: Props) {
  return (
    <figure className="chart">
      <figcaption>
        <h3>{title}</h3>
      </figcaption>
      <SeriesTable
        className="bar-table"
        {...table}
        cell={({ tone, values, texts }, row) => (
          <>
            <span
              className={`bar chart-${tone}`}
              style={{
                inlineSize: `calc((100% - var(--number-room)) * ${(values[row] ?? 0) / Math.max(1, ...values)})`,
              }}
            />
            <span className="numeric">{texts[row]}</span>
          </>
        )}
      />
    </figure>
  );
}
