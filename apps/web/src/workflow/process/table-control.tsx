import { type FormColumn, type FormField, type FormRow, mostRows, rowsOf } from "@jipei/contract/workflow/flow-form.ts";
import { toCell } from "@jipei/contract/workflow/form-field.ts";
import { computeForm } from "@jipei/contract/workflow/formula/compute-form.ts";
import { Button, Form } from "antd";
import { useId } from "react";
import type { Control, ControlProps } from "../../core/form/field-control.tsx";
import { FieldControl } from "../../core/form/field-control.tsx";
import { FieldValue } from "../../core/form/field-value.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { FieldTable } from "../../core/ui/field-table.tsx";
import { usePhone } from "../../core/ui/use-width.ts";
import { toRow } from "./form-entity.ts";
import { findCellIssue } from "./rows-issue.ts";
import "./form-table.css";

/** The control of a table in a form. */
export const tableControl = (field: FormField): Control =>
  function TableControl(props: ControlProps) {
    return <FormTable {...props} table={field} />;
  };

/** A table that is filled in: rows of controls, on a phone a card for each row. */
function FormTable({ table, value, onChange, id }: ControlProps & { table: FormField }) {
  const label = useLabel();
  const phone = usePhone();
  const own = useId();
  const rows = rowsOf(value);
  const put = (at: number, row: FormRow) => onChange?.(rows.map((one, place) => (place === at ? row : one)));
  const parts = rows.map((row, at) => ({
    row: { ...row, ...toRow(computedOf(table.columns), computeForm(table.columns, row).values) },
    title: label([`第${at + 1}行`, `Row ${at + 1}`]),
    idOf: (name: string) => `${own}-${at}-${name}`,
    onChange: (name: string, next: unknown) => put(at, { ...row, [name]: typeof next === "string" ? next : null }),
    onRemove: () => onChange?.(rows.filter((_, place) => place !== at)),
  }));
  return (
    <div id={id} tabIndex={-1} className="form-table">
      {rows.length > 0 && (phone ? <Cards table={table} rows={parts} /> : <Rows table={table} rows={parts} />)}
      <Button
        disabled={rows.length >= (table.mostRows ?? mostRows)}
        aria-label={label([`${table.label}：增加一行`, `${table.label}: add a row`])}
        onClick={() => onChange?.([...rows, toRow(table.columns, {})])}
      >
        {label(["增加一行", "Add a row"])}
      </Button>
    </div>
  );
}

const computedOf = (columns: readonly FormColumn[]) => columns.filter(({ calculation }) => calculation);

interface RowPart {
  row: FormRow;
  title: string;
  idOf: (name: string) => string;
  onChange: (name: string, value: unknown) => void;
  onRemove: () => void;
}
interface RowsProps {
  table: FormField;
  rows: readonly RowPart[];
}

function Rows({ table, rows }: RowsProps) {
  const label = useLabel();
  return (
    <FieldTable name={table.label}>
      <thead>
        <tr>
          {table.columns.map((column) => (
            <th key={column.name} scope="col">
              {column.required && <Needed />}
              {column.label}
            </th>
          ))}
          <th scope="col">{label(["操作", "Actions"])}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((part, at) => (
          <tr key={at}>
            {table.columns.map((column) => (
              <td key={column.name}>
                <label className="visually-hidden" htmlFor={part.idOf(column.name)}>
                  {`${part.title} ${column.label}`}
                </label>
                <Cell column={column} part={part} />
              </td>
            ))}
            <td>
              <Remove part={part} />
            </td>
          </tr>
        ))}
      </tbody>
    </FieldTable>
  );
}

function Cards({ table, rows }: RowsProps) {
  return (
    <ol className="form-table-cards">
      {rows.map((part, at) => (
        <li key={at} className="form-table-card" aria-label={part.title}>
          <div className="form-table-head">
            <strong>{part.title}</strong>
            <Remove part={part} />
          </div>
          {table.columns.map((column) => (
            <div key={column.name}>
              <label htmlFor={part.idOf(column.name)}>
                {column.required && <Needed />}
                {column.label}
              </label>
              <Cell column={column} part={part} />
            </div>
          ))}
        </li>
      ))}
    </ol>
  );
}

/** One cell: its control, or what its formula makes of the row. */
function Cell({ column, part }: { column: FormColumn; part: RowPart }) {
  const label = useLabel();
  const { status } = Form.Item.useStatus();
  const value = part.row[column.name];
  const id = part.idOf(column.name);
  const field = toCell(column);
  if (column.calculation)
    return (
      <output id={id} className="numeric">
        <FieldValue field={field} value={value} unit />
      </output>
    );
  const issue = status === "error" ? findCellIssue(column, part.row) : null;
  return (
    <>
      <FieldControl field={field} id={id} value={value} onChange={(next) => part.onChange(column.name, next)} />
      {issue && <p className="form-table-issue">{label(issue)}</p>}
    </>
  );
}

const Remove = ({ part }: { part: RowPart }) => {
  const label = useLabel();
  const text = label(["删除", "Remove"]);
  return (
    <button type="button" className="link-button danger" aria-label={`${text} ${part.title}`} onClick={part.onRemove}>
      {text}
    </button>
  );
};

const Needed = () => (
  <span className="bad" aria-hidden="true">
    *{" "}
  </span>
);
