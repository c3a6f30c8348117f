import { JsyxRecord, jsyxCalls } from "@jipei/contract/talents/jsyx-record.ts";
import { Technician, technicianCalls } from "@jipei/contract/talents/technician.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { PageHeader } from "../core/page/page-header.tsx";
import { useLabel } from "../core/i18n/language.ts";

/** What the register says of a person, and the studies that they completed. */
export default function OwnTalentPage() {
  const label = useLabel();
  return (
    <div className="page">
      <PageHeader title={label(Technician)} />
      <CrudPage
        entity={Technician}
        calls={{ list: technicianCalls.list, detail: technicianCalls.detail }}
        resource="technician"
        columns={["occupationName", "level", "certNo", "issueDate", "honor", "talentLevel", "workUnit"]}
        card={["occupationName", "level", "certNo"]}
        search={[]}
        embedded
      />
      <h2 className="section-title">{label(JsyxRecord)}</h2>
      <CrudPage
        entity={JsyxRecord}
        calls={{ list: jsyxCalls.list, detail: jsyxCalls.detail }}
        resource="jsyx_record"
        columns={["projectName", "year", "holdOrg", "startDate", "endDate", "studyHours", "result"]}
        card={["projectName", "year", "result"]}
        search={[]}
        embedded
      />
    </div>
  );
}
