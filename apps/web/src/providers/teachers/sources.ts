import { Course, courseCalls } from "@jipei/contract/catalogue/course.ts";
import { Teacher, teacherCalls } from "@jipei/contract/providers/teacher.ts";
import { refSource } from "../../core/form/ref-source.ts";

export const teacherRef = refSource({
  entity: Teacher,
  list: teacherCalls.choices,
  detail: teacherCalls.detail,
  note: "teacherNo",
});
export const courseRef = refSource({
  entity: Course,
  list: courseCalls.list,
  detail: courseCalls.detail,
  params: { isValid: "isValid" },
  note: "trainKind",
});
