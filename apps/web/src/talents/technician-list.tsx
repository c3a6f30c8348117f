import { Technician, technicianCalls as calls } from "@jipei/contract/talents/technician.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { idNumberColumn } from "../core/list/columns/id-number-column.ts";
import { CertifiedButton } from "./certified-button.tsx";

const person = {
  title: ["人员", "Person"],
  fields: ["name", "idType", "idNumber", "sex", "birthday", "nation", "education", "phone"],
} as const;
const work = { title: ["单位", "Employer"], fields: ["workUnit"] } as const;
/** The bureau names the enterprise; one's own is known. */
const bureauWork = { title: ["单位", "Employer"], fields: ["entId", "workUnit"] } as const;
const skill = {
  title: ["技能等级", "Skill level"],
  fields: ["occupationName", "level", "certNo", "issueDate", "isValid"],
} as const;
const honours = {
  title: ["荣誉与层次", "Honours"],
  fields: ["honor", "studioName", "talentLevel", "attachmentList", "remark"],
} as const;

const columns = [
  { field: "name", width: 110 },
  idNumberColumn,
  "occupationName",
  "level",
  "workUnit",
  { field: "certNo", width: 210 },
  "issueDate",
  "talentLevel",
  "honor",
  "isValid",
] as const;

/** The register of skilled workers. @param own the staff of the enterprise that is signed in; otherwise of all, for the bureau */
export function TechnicianList({ own = false }: { own?: boolean }) {
  return (
    <CrudPage
      entity={Technician}
      calls={calls}
      resource="technician"
      columns={columns}
      search={["name", "idNumber", "occupationName", "level", "workUnit", "talentLevel", "issueDate", "isValid"]}
      card={["name", "level", "occupationName", "workUnit"]}
      form={own ? [person, work, skill, honours] : [person, bureauWork, skill, honours]}
      initial={{ idType: "1", isValid: "isValid" }}
      actions={({ reload }) => !own && <CertifiedButton onDone={reload} />}
    />
  );
}
