import { formatDecimal } from "../format/numbers.ts";
import { ChartTable } from "./chart-table.tsx";
import { everyLabel, calculateScale } from "./scale.ts";
import { useBoxWidth } from "../ui/use-box-width.ts";
import "./chart.css";

/** One colour a meaning: people come in, finish, are certified; money is paid. */
export type ChartTone = "people" | "done" | "proof" | "money";

export interface Series {
  name: string;
  tone: ChartTone;
  kind?: "column" | "line";
  /** As numbers for the drawing only; shorter than the axis where the last values are still in the future. */
  values: readonly number[];
  /** The values as they are displayed. */
  texts: readonly string[];
}

interface Props {
  title: string;
  /** Heading of the places along the axis, for the table. */
  head: string;
  labels: readonly string[];
  series: readonly Series[];
  height?: number;
}

const left = 44;
const bottom = 22;
const above = 10;

/** Columns side by side and lines over them, on one axis; below it the same as a table. */
export function ColumnChart({ title, head, labels, series, height = 220 }: Props) {
  const [box, width] = useBoxWidth<HTMLDivElement>();
  const { top, marks } = calculateScale(series.flatMap(({ values }) => values));
  const room = (width - left) / Math.max(1, labels.length);
  const area: Area = {
    room,
    height,
    y: (value) => above + (height - above - bottom) * (1 - value / top),
    middle: (place) => left + room * (place + 0.5),
  };
  const every = everyLabel(room, Math.max(...labels.map((text) => text.length)) * 9 + 6);
  return (
    <figure className="chart">
      <figcaption>
        <h3>{title}</h3>
        <ul className="chart-legend">
          {series.map(({ name, tone, kind }) => (
            <li key={name} className={`chart-key chart-${tone} ${kind ?? "column"}`}>
              {name}
            </li>
          ))}
        </ul>
      </figcaption>
      <div ref={box} className="chart-box">
        <svg width={width} height={height} role="img" aria-label={title}>
          {marks.map((mark) => (
            <g key={mark} className="chart-mark">
              <line x1={left} x2={width} y1={area.y(mark)} y2={area.y(mark)} />
              <text x={left - 6} y={area.y(mark) + 4} textAnchor="end">
                {short(mark)}
              </text>
            </g>
          ))}
          {labels.map((text, place) => (
            <Place key={text} area={area} place={place} text={text} labelled={place % every === 0} series={series} />
          ))}
          {series.map((one) => one.kind === "line" && <Line key={one.name} area={area} labels={labels} {...one} />)}
        </svg>
      </div>
      <ChartTable title={title} head={head} labels={labels} columns={series} />
    </figure>
  );
}

/** Where values are drawn: the height of a value, the middle of a place, and the width of one. */
interface Area {
  room: number;
  height: number;
  y: (value: number) => number;
  middle: (place: number) => number;
}

interface PlaceProps {
  area: Area;
  place: number;
  text: string;
  labelled: boolean;
  series: readonly Series[];
}

/** A place of the axis with its columns; under the pointer it says what they are. */
function Place({ area: { room, height, y, middle }, place, text, labelled, series }: PlaceProps) {
  const columns = series.filter(({ kind }) => kind !== "line");
  const thick = Math.min(22, (room * 0.72) / Math.max(1, columns.length));
  return (
    <g className="chart-place">
      <title>{[text, ...series.map((one) => `${one.name} ${one.texts[place] ?? "—"}`)].join("\n")}</title>
      <rect className="chart-hover" x={left + room * place} y={above} width={room} height={height - above - bottom} />
      {columns.map(({ name, tone, values }, index) => {
        const value = values[place] ?? 0;
        return (
          <rect
            key={name}
            className={`chart-column chart-${tone}`}
            x={middle(place) + thick * (index - columns.length / 2)}
            y={y(value)}
            width={Math.max(1, thick - 1)}
            height={y(0) - y(value)}
          />
        );
      })}
      {labelled && (
        <text x={middle(place)} y={height - 6} textAnchor="middle">
          {text}
        </text>
      )}
    </g>
  );
}

function Line({ area: { y, middle }, labels, tone, values }: Series & { area: Area; labels: readonly string[] }) {
  return (
    <g className={`chart-line chart-${tone}`}>
      <polyline points={values.map((value, place) => `${middle(place)},${y(value)}`).join(" ")} />
      {values.map((value, place) => (
        <circle key={labels[place]} cx={middle(place)} cy={y(value)} r={2.5} />
      ))}
    </g>
  );
}

/** Labels of an axis have little room: 1,500 stays, 1,500,000 becomes 1.5M. */
function short(value: number): string {
  if (value >= 1_000_000) return `${formatDecimal(value / 1_000_000, 1)}M`;
  return value >= 10_000 ? `${formatDecimal(value / 1000, 1)}k` : formatDecimal(value, 0);
}
