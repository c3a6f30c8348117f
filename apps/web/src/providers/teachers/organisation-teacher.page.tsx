import { organisationTeacherMachine } from "@jipei/contract/providers/organisation-teacher.machine.ts";
import {
  OrganisationTeacher,
  type OrganisationTeacherRow,
  organisationTeacherCalls as calls,
} from "@jipei/contract/providers/organisation-teacher.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { DueDate } from "../../core/format/due-date.tsx";
import { TeacherHistory } from "./teacher-history.tsx";

const { list, detail, export: download } = calls;

/** Teachers that institutions filed, for the bureau to decide on. */
export default function OrganisationTeacherPage() {
  return (
    <CrudPage
      entity={OrganisationTeacher}
      calls={{ list, detail, export: download }}
      resource="train_org_teacher"
      columns={[
        "teacherName",
        "orgName",
        "confirmStatus",
        "teacherKind",
        "hireStartDate",
        {
          field: "hireEndDate",
          width: 200,
          render: (row: OrganisationTeacherRow) => <DueDate day={row.hireEndDate} />,
        },
        { field: "courseNames", width: 240 },
        "isValid",
        "commitTime",
      ]}
      search={["orgName", "teacherName", "teacherKind", "confirmStatus", "isValid"]}
      card={["teacherName", "orgName", "teacherKind", "confirmStatus"]}
      view={[
        "teacherName",
        "orgName",
        "teacherKind",
        "hireStartDate",
        "hireEndDate",
        "courseNames",
        "isValid",
        "confirmStatus",
        "commitTime",
        "confirmTime",
        "backReason",
        "remark",
      ]}
      machine={organisationTeacherMachine}
      moves={{ confirm: calls.confirm, back: calls.back }}
      below={(row: OrganisationTeacherRow) => <TeacherHistory teacherId={row.teacherId} />}
    />
  );
}
