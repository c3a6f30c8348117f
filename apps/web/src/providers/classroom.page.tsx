import { Classroom, classroomCalls } from "@jipei/contract/providers/classroom.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { classroomColumns } from "./classroom-fields.tsx";

const { usedByManage: list, detail, export: download } = classroomCalls;

/** Rooms of all institutions, read-only. */
export default function ClassroomPage() {
  const [name, ...rest] = classroomColumns;
  return (
    <CrudPage
      entity={Classroom}
      calls={{ list, detail, export: download }}
      resource="classroom_files"
      columns={[name, "orgName", ...rest]}
      search={["orgName", "classroomName", "classroomType", "capacity", "fireSafe", "isValid"]}
      card={["classroomName", "orgName", "capacity"]}
    />
  );
}
