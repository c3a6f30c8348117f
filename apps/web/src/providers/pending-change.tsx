import { Organisation, type OrganisationRow, type organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { BeforeAfter } from "../core/crud/before-after.tsx";
import { getField, getValue } from "../core/form/fields.ts";
import { useLabel } from "../core/i18n/language.ts";
import type { ValueOfShape } from "@jipei/contract/core/fields/shape.ts";

/** An institution as its detail call gives it. */
export type WholeOrganisation = ValueOfShape<(typeof organisationCalls.detail)["output"]>;

/** A change that waits for approval: what is in force beside what was filed. */
export function PendingChange({ row }: { row: OrganisationRow & Partial<Pick<WholeOrganisation, "filerNames">> }) {
  const label = useLabel();
  const pending = row.pendingChange;
  if (!pending) return null;
  return (
    <section>
      <h2 className="section-title">{label(["待审变更", "Change awaiting approval"])}</h2>
      {row.filerNames && row.filerNames.length > 0 && (
        <p>{label([`提交人：${row.filerNames.join("、")}`, `Filed by ${row.filerNames.join(", ")}`])}</p>
      )}
      <BeforeAfter
        changes={Object.entries(pending).map(([name, after]) => ({
          name,
          field: getField(Organisation, name),
          before: getValue(row, name),
          after,
        }))}
      />
    </section>
  );
}
