import { Table } from "antd";
import { FieldValue } from "../form/field-value.tsx";
import { getValue } from "../form/fields.ts";
import { sumDecimals } from "../format/numbers.ts";
import { useTexts } from "../i18n/core-texts.ts";
import type { ListProps } from "./list-props.ts";

/** Sums of the rows that are shown, in a last row of the table. */
export function ListTotals<R extends object>({ columns, rows, selection, actionsOf }: ListProps<R>) {
  const t = useTexts();
  const shift = selection ? 1 : 0;
  return (
    <Table.Summary fixed>
      <Table.Summary.Row className="list-totals">
        {selection && <Table.Summary.Cell index={0} />}
        {columns.map((column, i) => (
          <Table.Summary.Cell key={column.key} index={i + shift} align={column.numeric ? "right" : undefined}>
            {column.total && column.field ? (
              <FieldValue field={column.field} value={sumDecimals(rows.map((row) => getValue(row, column.key)))} />
            ) : (
              i === 0 && t("list.pageTotal")
            )}
          </Table.Summary.Cell>
        ))}
        {actionsOf && <Table.Summary.Cell index={columns.length + shift} />}
      </Table.Summary.Row>
    </Table.Summary>
  );
}
