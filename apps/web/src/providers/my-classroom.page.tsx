import { Classroom, classroomCalls } from "@jipei/contract/providers/classroom.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { classroomColumns } from "./classroom-fields.tsx";

const { usedByOrg: list, detail, submit, remove, export: download, import: sheet } = classroomCalls;

/** The rooms of the own institution. */
export default function MyClassroomPage() {
  return (
    <CrudPage
      entity={Classroom}
      calls={{ list, detail, submit, remove, export: download, import: sheet }}
      resource="classroom_files"
      columns={classroomColumns}
      search={["classroomName", "classroomNo", "classroomType", "capacity", "isValid"]}
      card={["classroomName", "classroomType", "capacity", "isValid"]}
      form={[
        {
          title: ["教室", "Room"],
          fields: [
            "classroomNo",
            "classroomName",
            "classroomType",
            "address",
            "area",
            "capacity",
            "workstationCount",
            "equipment",
          ],
        },
        {
          title: ["产权与安全", "Ownership and safety"],
          fields: ["ownership", "leaseExpireDate", "fireSafe", "isValid", "attachmentList", "remark"],
        },
      ]}
      when={{ leaseExpireDate: ({ ownership }) => ownership === "2" }}
      initial={{ ownership: "1", fireSafe: "isValid", isValid: "isValid" }}
    />
  );
}
