import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { ReviewedRow } from "@jipei/contract/work-records/two-reviews.ts";
import { formatDateTime } from "../core/format/dates.ts";
import { useCall } from "../core/api/use-call.ts";
import { FieldValue } from "../core/form/field-value.tsx";
import { getField, getValue } from "../core/form/fields.ts";
import { useLabel } from "../core/i18n/language.ts";
import { PrintAnswer } from "../core/print/print-answer.tsx";
import { PrintNow } from "../core/print/print-now.tsx";
import { PrintSheet } from "../core/print/print-sheet.tsx";

interface Props {
  entity: Entity;
  detail: Call<{ id: string }, ReviewedRow>;
  /** The row; null: nothing is printed. */
  id: string | null;
  /** What is printed, in the order of the form; what the reviewers said follows. */
  names: readonly string[];
  onDone: () => void;
}

/** A record as offices file it: what was reported, and lines to sign and stamp. */
export function PrintRecord({ id, ...props }: Props) {
  return id && <Print {...props} id={id} />;
}

function Print({ entity, detail, id, names, onDone }: Props & { id: string }) {
  const label = useLabel();
  const found = useCall(detail, { id });
  return (
    <PrintAnswer query={found} onDone={onDone}>
      {(row) => (
        <PrintNow onDone={onDone}>
          <PrintSheet
            title={label([`${entity.zh}填报表`, entity.en])}
            facts={[
              { label: label(["填报单位", "Unit"]), value: row.unitName },
              { label: label(["提交时间", "Submitted"]), value: row.commitTime ? formatDateTime(row.commitTime) : "—" },
            ]}
            signatures={[
              label(["填报人", "Reported by"]),
              label(["单位负责人（盖章）", "Head of the unit (stamp)"]),
              label(["初审", "First review"]),
              label(["复审（盖章）", "Second review (stamp)"]),
            ]}
          >
            <table>
              <tbody>
                {[...names, "firstOpinion", "reOpinion"].map((name) => (
                  <tr key={name}>
                    <th scope="row" className="print-whole">
                      {label(getField(entity, name))}
                    </th>
                    <td>
                      <FieldValue field={getField(entity, name)} value={getValue(row, name)} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </PrintSheet>
        </PrintNow>
      )}
    </PrintAnswer>
  );
}
