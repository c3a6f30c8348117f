import { organisationCourseMachine } from "@jipei/contract/providers/organisation-course.machine.ts";
import { OrganisationCourse, organisationCourseCalls as calls } from "@jipei/contract/providers/organisation-course.ts";
import { Organisation, organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { Course, courseCalls } from "@jipei/contract/catalogue/course.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { courseColumns, courseForm } from "./course-fields.ts";
import { refSource } from "../core/form/ref-source.ts";

const { usedByManage: list, detail, submit, remove, export: download, import: sheet } = calls;

/** Courses that institutions filed, for the bureau to decide on. */
export default function OrganisationCoursePage() {
  return (
    <CrudPage
      entity={OrganisationCourse}
      calls={{ list, detail, submit, remove, export: download, import: sheet }}
      resource="org_course"
      columns={["courseName", "orgName", "confirmStatus", ...courseColumns, "commitTime"]}
      search={["orgName", "courseName", "level", "occupClass", "confirmStatus", "isValid"]}
      card={["courseName", "orgName", "level", "confirmStatus"]}
      form={["orgId", ...courseForm]}
      refs={{
        orgId: refSource({
          entity: Organisation,
          list: organisationCalls.list,
          detail: organisationCalls.detail,
          params: { state: "isUser" },
          note: "orgNo",
        }),
        courseId: refSource({
          entity: Course,
          list: courseCalls.list,
          detail: courseCalls.detail,
          params: { isValid: "isValid" },
          note: "trainKind",
        }),
      }}
      queue={{ waits: (row) => row.confirmStatus === "unConfirm", since: "commitTime" }}
      machine={organisationCourseMachine}
      moves={{ confirm: calls.confirm, back: calls.back }}
    />
  );
}
