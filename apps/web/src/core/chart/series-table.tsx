import type { ReactNode } from "react";

interface Props<C extends { name: string }> {
  className?: string;
  /** What the rows are: month, institution. */
  head: string;
  labels: readonly string[];
  columns: readonly C[];
  cell: (column: C, row: number) => ReactNode;
}

/** A row for each place of a chart, a column for each of its series. */
export function SeriesTable<C extends { name: string }>({ className, head, labels, columns, cell }: Props<C>) {
  return (
    <table className={className}>
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
        {labels.map((label, row) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {columns.map((column) => (
              <td key={column.name}>{cell(column, row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
