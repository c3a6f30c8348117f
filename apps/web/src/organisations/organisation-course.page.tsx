import { organisationCourseMachine } from "@jipei/contract/organisations/organisation-course.machine.ts";
import {
  OrganisationCourse,
  organisationCourseCalls as calls,
} from "@jipei/contract/organisations/organisation-course.ts";
import { Organisation, organisationCalls } from "@jipei/contract/organisations/organisation.ts";
import { Course, courseCalls } from "@jipei/contract/teaching/course.ts";
import { CrudPage } from "../core/crud-page.tsx";
import { courseColumns, courseForm } from "./course-fields.ts";

const { usedByManage: list, detail, submit, remove, export: download } = calls;

/** Courses that institutions filed, for the bureau to decide on. */
export default function OrganisationCoursePage() {
  return (
    <CrudPage
      entity={OrganisationCourse}
      calls={{ list, detail, submit, remove, export: download }}
      resource="org_course"
      columns={["courseName", "orgName", "confirmStatus", ...courseColumns, "commitTime"]}
      search={["orgName", "courseName", "level", "occupClass", "confirmStatus", "isValid"]}
      card={["courseName", "orgName", "level", "confirmStatus"]}
      form={["orgId", ...courseForm]}
      refs={{
        orgId: {
          entity: Organisation,
          list: organisationCalls.list,
          detail: organisationCalls.detail,
          params: { state: "isUser" },
          note: "orgNo",
        },
        courseId: {
          entity: Course,
          list: courseCalls.list,
          detail: courseCalls.detail,
          params: { isValid: "isValid" },
          note: "trainKind",
        },
      }}
      machine={organisationCourseMachine}
      moves={{ confirm: calls.confirm, back: calls.back }}
    />
  );
}
