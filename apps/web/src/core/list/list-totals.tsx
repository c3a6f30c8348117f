import { Table } from "antd";
import { FieldValue } from "../form/field-value.tsx";
import { getValue } from "../form/fields.ts";
import { sumDecimals } from "../format/numbers.ts";
import { useTexts } from "../i18n/core-texts.ts";
import type { Column } from "./columns/columns.tsx";
import type { PlacedColumn } from "./columns/fit-columns.ts";
import type { ListProps } from "./list-props.ts";

/** Sums of the rows that are shown, in a last row of the table. */
export function ListTotals<R extends object>({
  placed,
  rows,
  selection,
  actionsOf,
  firstNumber,
}: ListProps<R> & { placed: readonly PlacedColumn<R>[] }) {
  const t = useTexts();
  const shift = (selection ? 1 : 0) + (firstNumber === undefined ? 0 : 1);
  const sumOf = ({ total, field, key }: Column<R>) =>
    total && field && <FieldValue field={field} value={sumDecimals(rows.map((row) => getValue(row, key)))} />;
  return (
    <Table.Summary fixed>
      <Table.Summary.Row className="list-totals">
        {shift > 0 && <Table.Summary.Cell index={0} colSpan={shift} />}
        {placed.map(({ column, below }, i) => (
          <Table.Summary.Cell key={column.key} index={i + shift} align={column.numeric ? "right" : undefined}>
            {sumOf(column) || (i === 0 && t("list.pageTotal"))}
            {below && <div className="cell-below">{sumOf(below)}</div>}
          </Table.Summary.Cell>
        ))}
        {actionsOf && <Table.Summary.Cell index={placed.length + shift} />}
      </Table.Summary.Row>
    </Table.Summary>
  );
}
