import { TeacherEngagement, teacherEngagementCalls } from "@jipei/contract/providers/teacher-engagement.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { teacherRef } from "./sources.ts";
import { whyEngagementFixed } from "./teacher-fields.ts";

/** What they have taught. */
export function EngagementList() {
  const { list, detail, submit, remove, export: download } = teacherEngagementCalls;
  return (
    <CrudPage
      embedded
      entity={TeacherEngagement}
      calls={{ list, detail, submit, remove, export: download }}
      resource="teacher_engage"
      columns={["teacherName", "courseName", "orgName", "level", "teachHours", "startDate", "endDate", "sourceKind"]}
      search={["teacherName", "courseName", "orgName", "startDate"]}
      card={["teacherName", "courseName", "teachHours"]}
      form={["teacherId", "orgName", "courseName", "level", "startDate", "endDate", "remark"]}
      refs={{ teacherId: teacherRef }}
      frozen={whyEngagementFixed}
    />
  );
}
