import { Organisation } from "@jipei/contract/organisations/organisation.ts";
import { FieldValue } from "../core/field-value.tsx";
import { fieldOf } from "../core/fields.ts";
import { useLabel } from "../core/i18n/language.ts";
import type { AnyRow } from "../core/ref-select.tsx";
import "./organisations.css";

/** A change that waits for approval: what is in force beside what was filed. */
export function PendingChange({ row }: { row: AnyRow }) {
  const label = useLabel();
  const pending = row["pendingChange"] as AnyRow | null;
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
              const field = fieldOf(Organisation, name);
              return (
                <tr key={name}>
                  <th scope="row">{label(field)}</th>
                  <td>
                    <FieldValue field={field} value={row[name]} unit />
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
