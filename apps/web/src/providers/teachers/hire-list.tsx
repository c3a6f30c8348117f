import { TeacherHire, teacherHireCalls } from "@jipei/contract/providers/teacher-hire.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { hireEnd } from "./hire-columns.tsx";
import { teacherRef } from "./sources.ts";

/** How long they are hired. */
export function HireList() {
  const { used: list, detail, submit, remove, export: download } = teacherHireCalls;
  return (
    <CrudPage
      embedded
      entity={TeacherHire}
      calls={{ list, detail, submit, remove, export: download }}
      resource="teacher_hire"
      columns={["teacherName", "teacherKind", "startDate", hireEnd, "isCurrentUser", "remark"]}
      search={["teacherName", "teacherKind", "isCurrentUser", "endDate"]}
      card={["teacherName", "teacherKind", "endDate"]}
      form={["teacherId", "teacherKind", "startDate", "endDate", "contractAttId", "remark"]}
      refs={{ teacherId: teacherRef }}
    />
  );
}
