import type { RecordEntity, WorkRecordRow, recordCalls } from "@jipei/contract/work-records/work-record.ts";
import { formatDateTime } from "../core/format/dates.ts";
import { useCall } from "../core/api/use-call.ts";
import { FieldValue } from "../core/form/field-value.tsx";
import { getField, getValue } from "../core/form/fields.ts";
import { useLabel } from "../core/i18n/language.ts";
import { PrintNow } from "../core/print/print-now.tsx";
import { PrintSheet } from "../core/print/print-sheet.tsx";
import { PeriodText } from "./period-text.tsx";

interface Props {
  entity: RecordEntity;
  calls: ReturnType<typeof recordCalls>;
  id: string;
  /** What is printed, in the order of the form. */
  names: readonly string[];
  onDone: () => void;
}

/** A record as offices file it: what was reported, and lines to sign and stamp. */
export function PrintRecord({ entity, calls, id, names, onDone }: Props) {
  const label = useLabel();
  const { data: row } = useCall(calls.detail, { id });
  if (!row) return null;
  return (
    <PrintNow onDone={onDone}>
      <PrintSheet
        title={label([`${entity.zh}填报表`, entity.en])}
        facts={factsOf(row, label)}
        signatures={[
          label(["填报人", "Reported by"]),
          label(["单位负责人（盖章）", "Head of the unit (stamp)"]),
          label(["初审", "First review"]),
          label(["复审（盖章）", "Second review (stamp)"]),
        ]}
      >
        <table>
          <tbody>
            {names.map((name) => (
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
  );
}

const factsOf = (row: WorkRecordRow, label: ReturnType<typeof useLabel>) => [
  { label: label(["填报单位", "Unit"]), value: row.unitName },
  { label: label(["期间", "Period"]), value: <PeriodText row={row} /> },
  { label: label(["提交时间", "Submitted"]), value: row.commitTime ? formatDateTime(row.commitTime) : "—" },
];
