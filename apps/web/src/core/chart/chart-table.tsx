import { useLabel } from '../i18n/language.ts'

interface Props {
  title: string
  /** What the rows are: month, institution. */
  head: string
  labels: readonly string[]
  columns: readonly { name: string; texts: readonly string[] }[]
}

/** The numbers of a chart, for those who read rather than see. */
export function ChartTable({ title, head, labels, columns }: Props) {
  const label = useLabel()
  return (
    <details className="chart-numbers">
      <summary>{label(['查看数据表', 'Show the table'])}</summary>
      <div className="chart-scroll" tabIndex={0} role="region" aria-label={title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {columns.map(({ name }) => (
                <th key={name} scope="col" className="numeric">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((row, index) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                {columns.map(({ name, texts }) => (
                  <td key={name} className="numeric">
                    {texts[index] ?? '—'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
