import type { OutputOf } from "@jipei/contract/core/call.ts";
import { injuryMachine } from "@jipei/contract/enterprises/injury.machine.ts";
import {
  InjuryRecord,
  type InjuryRecordRow,
  injuryRecordCalls as calls,
} from "@jipei/contract/enterprises/injury-record.ts";
import { AuditList } from "../../core/moves/audit-list.tsx";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { idNumberColumn } from "../../core/list/columns/id-number-column.ts";

type Whole = OutputOf<typeof calls.detail>;

const person = {
  title: ["受伤人员", "The person"],
  fields: ["name", "idType", "idNumber", "sex", "birthday", "nation", "education", "phone", "postName", "isTrained"],
} as const;
const event = {
  title: ["事故", "The accident"],
  fields: [
    "injuryTime",
    "injuryPlace",
    "accidentType",
    "injuryGrade",
    "injuryPart",
    "lostDays",
    "deathCount",
    "isRecognized",
  ],
} as const;
const consequences = {
  title: ["原因与整改", "Cause and measures"],
  fields: ["cause", "measure", "attachmentList", "remark"],
} as const;
/** The bureau names the enterprise; one's own is known. */
const bureauForm = [{ title: ["企业", "Enterprise"], fields: ["entId"] }, person, event, consequences] as const;
const ownForm = [person, event, consequences] as const;
const view = [
  { title: ["企业", "Enterprise"], fields: ["injuryNo", "entName", "isLock", "lockTime"] },
  person,
  event,
  consequences,
] as const;

const number = { field: "injuryNo", width: 140 } as const;
const name = { field: "name", width: 96 } as const;
const columns = [
  number,
  name,
  idNumberColumn,
  "injuryTime",
  "accidentType",
  "injuryGrade",
  "isLock",
  "lostDays",
  "deathCount",
  "injuryPlace",
] as const;

/** Injuries that enterprises report. @param own those of the enterprise that is signed in; otherwise of all, for the bureau, which locks them */
export function InjuryList({ own = false }: { own?: boolean }) {
  return (
    <CrudPage
      entity={InjuryRecord}
      calls={{
        list: own ? calls.list : calls.listAdmin,
        detail: calls.detail,
        submit: calls.submit,
        remove: calls.remove,
        export: calls.export,
        import: calls.import,
      }}
      resource="injury_record"
      columns={own ? columns : [...columns, "entName"]}
      search={[
        ...(own ? [] : (["entName"] as const)),
        "injuryNo",
        "name",
        "idNumber",
        "injuryTime",
        "injuryGrade",
        "accidentType",
        "isLock",
      ]}
      card={["injuryNo", "isLock", "name", "injuryTime"]}
      form={own ? ownForm : bureauForm}
      view={view}
      initial={{ lostDays: 0, deathCount: 0 }}
      locked={(row) => (row ? ["entId"] : [])}
      needed={(row) => (row || own ? [] : ["entId"])}
      machine={injuryMachine}
      moves={{ lock: { call: calls.lockInfo }, unlock: { call: calls.lockInfo } }}
      frozen={(row: InjuryRecordRow) =>
        row.isLock === "1" ? ["已锁定的记录不能修改", "A locked record is not changed"] : null
      }
      below={(row: InjuryRecordRow & Partial<Whole>) => (
        <AuditList records={row.auditList ?? []} machine={injuryMachine} />
      )}
    />
  );
}
