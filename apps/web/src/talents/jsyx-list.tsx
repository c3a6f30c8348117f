import {
  JsyxRecord,
  type JsyxRecordRow,
  jsyxCalls as calls,
  jsyxMachine,
} from "@jipei/contract/talents/jsyx-record.ts";
import { Technician, technicianCalls } from "@jipei/contract/talents/technician.ts";
import type { OutputOf } from "@jipei/contract/core/call.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { refSource } from "../core/form/ref-source.ts";
import { AuditList } from "../core/moves/audit-list.tsx";
import { moveWith } from "../core/moves/moves.ts";
import { getViewer, useSession } from "../core/session/session.ts";
import { TechnicianFinder } from "./technician-finder.tsx";
import "./talents.css";

const technicians = refSource({
  entity: Technician,
  list: technicianCalls.list,
  detail: technicianCalls.detail,
  params: { isValid: "isValid" },
  note: "occupationName",
});

const study = {
  title: ["研修", "Study"],
  fields: ["technicianId", "year", "projectName", "holdOrg", "startDate", "endDate", "studyHours"],
} as const;
const outcome = {
  title: ["结果", "Result"],
  fields: ["result", "achievement", "subsidyAmount", "attachmentList", "remark"],
} as const;
const view = [
  {
    title: ["研修", "Study"],
    fields: [
      "name",
      "occupationName",
      "workUnit",
      "year",
      "projectName",
      "holdOrg",
      "startDate",
      "endDate",
      "studyHours",
    ],
  },
  outcome,
  {
    title: ["填报与审核", "Report and reviews"],
    fields: ["unitName", "status", "commitTime", "firstTime", "reTime", "backReason"],
  },
] as const;

const isOpen = ({ status }: JsyxRecordRow): boolean => status === "unSubmit" || status === "back";

/** 技师研修: a unit reports, the bureau reviews twice. */
export function JsyxList() {
  const { audience } = getViewer(useSession());
  const isBureau = audience === "bureau";
  const isOwn = ({ unitId }: JsyxRecordRow) => (isBureau ? unitId === null : true);
  return (
    <CrudPage
      entity={JsyxRecord}
      calls={calls}
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
      form={[study, outcome]}
      view={view}
      {...(audience === "institution"
        ? { controls: { technicianId: TechnicianFinder } }
        : { refs: { technicianId: technicians } })}
      machine={jsyxMachine}
      moves={{
        commit: { ...moveWith(calls.submit, { status: "firstTrial" }), hidden: true, when: isOwn },
        firstCommit: { ...moveWith(calls.submit, { status: "reTrial" }), hidden: true },
        return: { ...moveWith(calls.submit, { status: "back" }), hidden: true },
        reCommit: { ...moveWith(calls.submit, { status: "compile" }), hidden: true },
        reReturn: { ...moveWith(calls.submit, { status: "back" }), hidden: true },
      }}
      frozen={(row: JsyxRecordRow) => {
        if (!isOwn(row)) return ["由填报单位修改", "Changed by the unit that reports it"];
        return isOpen(row) ? null : ["审核中或已完成的记录不能修改", "Under review or completed"];
      }}
      below={(row: JsyxRecordRow & Partial<OutputOf<typeof calls.detail>>) => (
        <AuditList records={row.auditList ?? []} machine={jsyxMachine} />
      )}
    />
  );
}
