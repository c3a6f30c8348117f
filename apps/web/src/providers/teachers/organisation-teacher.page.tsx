import { organisationTeacherMachine } from "@jipei/contract/providers/organisation-teacher.machine.ts";
import {
  OrganisationTeacher,
  type OrganisationTeacherRow,
  organisationTeacherCalls as calls,
} from "@jipei/contract/providers/organisation-teacher.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { filedHireEnd } from "./hire-columns.tsx";
import { filingFacts } from "./teacher-fields.ts";
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
        filedHireEnd,
        { field: "courseNames", width: 240 },
        "isValid",
        "commitTime",
      ]}
      search={["orgName", "teacherName", "teacherKind", "confirmStatus", "isValid"]}
      card={["teacherName", "orgName", "teacherKind", "confirmStatus"]}
      view={["teacherName", "orgName", ...filingFacts]}
      queue={{ waits: (row) => row.confirmStatus === "unConfirm", since: "commitTime" }}
      machine={organisationTeacherMachine}
      moves={{ confirm: calls.confirm, back: calls.back }}
      below={(row: OrganisationTeacherRow) => <TeacherHistory teacherId={row.teacherId} />}
    />
  );
}
