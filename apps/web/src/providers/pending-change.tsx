import { Organisation, type OrganisationRow, type organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { FieldValue } from "../core/form/field-value.tsx";
import { getField, getValue } from "../core/form/fields.ts";
import { useLabel } from "../core/i18n/language.ts";
import type { ValueOfShape } from "@jipei/contract/core/fields/shape.ts";
import "./providers.css";

/** An institution as its detail call gives it. */
export type WholeOrganisation = ValueOfShape<(typeof organisationCalls.detail)["output"]>;

/** A change that waits for approval: what is in force beside what was filed. */
export function PendingChange({ row }: { row: OrganisationRow }) {
  const label = useLabel();
  const pending = row.pendingChange;
  if (!pending) return null;
  return (
    <section className="pending-change">
      <h2 className="section-title">{label(["待审变更", "Change waiting for approval"])}</h2>
      <div className="table-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{label(["项目", "Field"])}</th>
              <th scope="col">{label(["现行", "In force"])}</th>
              <th scope="col">{label(["变更为", "Changed to"])}</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(pending).map(([name, value]) => {
              const field = getField(Organisation, name);
              return (
                <tr key={name}>
                  <th scope="row">{label(field)}</th>
                  <td>
                    <FieldValue field={field} value={getValue(row, name)} unit />
                  </td>
                  <td className="changed">
                    <FieldValue field={field} value={value} unit />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
