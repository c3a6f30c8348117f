import { InjuryRecord } from "@jipei/contract/enterprises/injury-record.ts";
import type { Chain } from "@jipei/contract/work-records/work-record.ts";
import { useFieldText } from "../core/form/field-value.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { Link } from "../core/page/link.ts";
import { getViewer, useSession } from "../core/session/session.ts";
import { FieldTable } from "../core/ui/field-table.tsx";

const { injuryNo, entName, injuryTime, accidentType, injuryGrade } = InjuryRecord.fields;
const facts = { entName, injuryTime, accidentType, injuryGrade };

/** The injuries that a figure counts: those that the bureau has locked. */
export function InjuriesBehind({ injuries }: { injuries: Chain["injuries"] }) {
  const label = useLabel();
  const getText = useFieldText();
  const page = getViewer(useSession()).audience === "bureau" ? "/enterprise/injury" : "/ent/injury";
  const title = label([`相关工伤（${injuries.length}起）`, `Injuries behind (${injuries.length})`]);
  return (
    <details>
      <summary>{title}</summary>
      <FieldTable name={title}>
        <thead>
          <tr>
            {[injuryNo, ...Object.values(facts)].map((field) => (
              <th key={field.en}>{label(field)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {injuries.map((one) => (
            <tr key={one.injuryId}>
              <th scope="row">
                <Link to={`${page}?injuryNo=${one.injuryNo}`}>{one.injuryNo}</Link>
              </th>
              <td>{getText(entName, one.entName)}</td>
              <td>{getText(injuryTime, one.injuryTime)}</td>
              <td>{getText(accidentType, one.accidentType)}</td>
              <td>{getText(injuryGrade, one.injuryGrade)}</td>
            </tr>
          ))}
        </tbody>
      </FieldTable>
    </details>
  );
}
