import "./sheet-table.css";

export interface SheetLine {
  /** Its number, as the spreadsheet program shows it. */
  row: number;
  cells: readonly string[];
}

/** Letters of a column: 0 → A, 26 → AA. */
const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : "") + String.fromCharCode(65 + (index % 26));

/** Rows of a sheet, with its letters above and its numbers in front. */
export function SheetTable({ name, lines }: { name: string; lines: readonly SheetLine[] }) {
  const width = Math.max(1, ...lines.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, i) => letters(i));
  return (
    <div className="sheet-scroll" tabIndex={0} role="region" aria-label={name}>
      <table className="sheet-table">
        <thead>
          <tr>
            <td />
            {columns.map((letter) => (
              <th key={letter} scope="col">
                {letter}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ row, cells }) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {columns.map((letter, i) => (
                <td key={letter}>{cells[i] ?? ""}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
