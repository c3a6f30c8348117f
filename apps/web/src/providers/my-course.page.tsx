import { organisationCourseMachine } from "@jipei/contract/providers/organisation-course.machine.ts";
import {
  OrganisationCourse,
  type OrganisationCourseRow,
  organisationCourseCalls as calls,
} from "@jipei/contract/providers/organisation-course.ts";
import { Course, courseCalls } from "@jipei/contract/catalogue/course.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { Returned } from "../core/ui/returned.tsx";
import { courseColumns, courseForm } from "./course-fields.ts";
import { refSource } from "../core/form/ref-source.ts";

const { usedByOrg: list, detail, submit, remove, export: download, import: sheet } = calls;

/** The courses of the own institution: filed here, decided by the bureau. */
export default function MyCoursePage() {
  return (
    <CrudPage
      entity={OrganisationCourse}
      calls={{ list, detail, submit, remove, export: download, import: sheet }}
      resource="org_course"
      columns={["courseName", "confirmStatus", ...courseColumns, "backReason", "commitTime"]}
      search={["courseName", "level", "confirmStatus", "isValid"]}
      card={["courseName", "level", "confirmStatus"]}
      form={courseForm}
      refs={{
        courseId: refSource({
          entity: Course,
          list: courseCalls.list,
          detail: courseCalls.detail,
          params: { isValid: "isValid" },
          note: "trainKind",
        }),
      }}
      machine={organisationCourseMachine}
      frozen={(row: OrganisationCourseRow, what) =>
        what === "remove" || row.confirmStatus === "back"
          ? null
          : ["提交后不能修改，退回后可修改重报", "It can only be changed again after it has been returned"]
      }
      below={(row: OrganisationCourseRow) => <Returned reason={row.confirmStatus === "back" ? row.backReason : null} />}
    />
  );
}
