import { type FilledField, rowsOf } from "@jipei/contract/workflow/flow-form.ts";
import { toCell } from "@jipei/contract/workflow/form-field.ts";
import { FieldValue } from "../../core/form/field-value.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { useTexts } from "../texts.ts";
import { FieldTable } from "../../core/ui/field-table.tsx";
import { usePhone } from "../../core/ui/use-width.ts";
import { toRow } from "./form-entity.ts";
import "./form-table.css";

/** A table of a form to be read; on a phone a card for each row. */
export function TableView({ table }: { table: FilledField }) {
  const t = useTexts();
  const label = useLabel();
  const phone = usePhone();
  const rows = rowsOf(table.value).map((row) => toRow(table.columns, row));
  const cells = table.columns.map((column) => ({ column, field: toCell(column) }));
  return (
    <section className="form-table" aria-label={table.label}>
      <h3 className="form-table-title">{table.label}</h3>
      {rows.length === 0 && <p className="blank">{t("process.noRows")}</p>}
      {rows.length > 0 && phone && (
        <ol className="form-table-cards">
          {rows.map((row, at) => (
            <li key={at} className="form-table-card">
              <strong>{label([`第${at + 1}行`, `Row ${at + 1}`])}</strong>
              <dl>
                {cells.map(({ column, field }) => (
                  <div key={column.name}>
                    <dt>{column.label}</dt>
                    <dd>
                      <FieldValue field={field} value={row[column.name]} unit />
                    </dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ol>
      )}
      {rows.length > 0 && !phone && (
        <FieldTable name={table.label}>
          <thead>
            <tr>
              {cells.map(({ column }) => (
                <th key={column.name} scope="col">
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {cells.map(({ column, field }) => (
                  <td key={column.name}>
                    <FieldValue field={field} value={row[column.name]} unit />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </FieldTable>
      )}
    </section>
  );
}
