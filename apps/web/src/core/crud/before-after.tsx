import type { Field } from "@jipei/contract/core/fields/field.ts";
import { FieldValue } from "../form/field-value.tsx";
import { useLabel } from "../i18n/language.ts";
import { FieldTable } from "../ui/field-table.tsx";

interface Changed {
  name: string;
  field: Field;
  before: unknown;
  after: unknown;
}

/** Fields of a change that waits: the value in force beside the one that is to replace it. @param isNew nothing is in force yet */
export function BeforeAfter({ changes, isNew = false }: { changes: readonly Changed[]; isNew?: boolean }) {
  const label = useLabel();
  return (
    <FieldTable name={label(["变更对比", "Before and after"])}>
      <thead>
        <tr>
          <th scope="col">{label(["项目", "Field"])}</th>
          {!isNew && <th scope="col">{label(["现行", "In force"])}</th>}
          <th scope="col">{label(["变更为", "Changed to"])}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, field, before, after }) => (
          <tr key={name}>
            <th scope="row">{label(field)}</th>
            {!isNew && (
              <td>
                <FieldValue field={field} value={before} unit />
              </td>
            )}
            <td className="changed">
              <FieldValue field={field} value={after} unit />
            </td>
          </tr>
        ))}
      </tbody>
    </FieldTable>
  );
}
