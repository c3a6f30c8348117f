import { JsyxRecord, jsyxCalls, jsyxMachine } from "@jipei/contract/talents/jsyx-record.ts";
import { Technician, technicianCalls } from "@jipei/contract/talents/technician.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { refSource } from "../core/form/ref-source.ts";
import { AuditList } from "../core/moves/audit-list.tsx";
import { getViewer, useSession } from "../core/session/session.ts";
import { PrintRecord, useTwoReviews } from "../work-records/work-records.queries.ts";
import { TechnicianFinder } from "./technician-finder.tsx";
import "./talents.css";

const technicians = refSource({
  entity: Technician,
  list: technicianCalls.list,
  detail: technicianCalls.detail,
  params: { isValid: "isValid" },
  note: "occupationName",
});

const study = ["year", "projectName", "holdOrg", "startDate", "endDate", "studyHours"] as const;
const outcome = ["result", "achievement", "subsidyAmount"] as const;
const worker = ["name", "occupationName", "workUnit"] as const;
const title = {
  study: ["研修", "Study"],
  outcome: ["结果", "Result"],
  review: ["填报与审核", "Report and reviews"],
} as const;
const files = ["attachmentList", "remark"] as const;
const reviews = ["firstTime", "firstOpinion", "reTime", "reOpinion", "backReason", "backNode"] as const;

/** 技师研修: a unit reports, the bureau reviews twice. */
export default function JsyxPage() {
  const { list, printed, endPrint } = useTwoReviews({ calls: jsyxCalls, machine: jsyxMachine });
  const isInstitution = getViewer(useSession()).audience === "institution";
  return (
    <>
      <CrudPage
        entity={JsyxRecord}
        calls={jsyxCalls}
        resource="jsyx_record"
        columns={[
          { field: "name", width: 110 },
          { field: "projectName", width: 220 },
          "status",
          "year",
          "startDate",
          "studyHours",
          "result",
          "workUnit",
          "holdOrg",
          "subsidyAmount",
          "unitName",
        ]}
        search={["name", "year", "projectName", "workUnit", "status"]}
        card={["name", "status", "projectName", "startDate"]}
        form={[
          { title: title.study, fields: ["technicianId", ...study] },
          { title: title.outcome, fields: [...outcome, ...files] },
        ]}
        view={[
          { title: title.study, fields: [...worker, ...study] },
          { title: title.outcome, fields: [...outcome, ...files] },
          { title: title.review, fields: ["unitName", "status", "commitTime", ...reviews] },
        ]}
        {...(isInstitution
          ? { controls: { technicianId: TechnicianFinder } }
          : { refs: { technicianId: technicians } })}
        {...list}
        below={({ auditList }) => <AuditList records={auditList} machine={jsyxMachine} />}
      />
      <PrintRecord
        entity={JsyxRecord}
        detail={jsyxCalls.detail}
        id={printed}
        names={[...worker, ...study, ...outcome]}
        onDone={endPrint}
      />
    </>
  );
}
