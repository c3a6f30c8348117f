import './chart.css'
import type { ChartTone } from './column-chart.tsx'

interface Column {
  name: string
  tone: ChartTone
  values: readonly number[]
  texts: readonly string[]
}
interface Props {
  title: string
  head: string
  labels: readonly string[]
  columns: readonly Column[]
}

/** Bars beside their numbers: the chart is its own table. */
export function BarTable({ title, head, labels, columns }: Props) {
  return (
    <figure className="chart">
      <figcaption>
        <h3>{title}</h3>
      </figcaption>
      <table className="bar-table">
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((row, index) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {columns.map(({ name, tone, values, texts }) => (
                <td key={name}>
                  <span className={`bar chart-${tone}`} style={{ inlineSize: `calc((100% - var(--number-room)) * ${(values[index] ?? 0) / Math.max(1, ...values)})` }} />
                  <span className="numeric">{texts[index]}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
