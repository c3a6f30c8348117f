import { call, crudCalls } from "../core/call.ts";
import { currency } from "../core/fields/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { code, codeList, date, lookup, personLookup, ref } from "../core/fields/field.ts";
import { pageShape, queryShape, rowShape } from "../core/fields/shape.ts";

export const teacherKind = codeList("TEACHER_KIND", "聘用性质", "Kind of hire", {
  "1": ["专职", "Full-time"],
  "2": ["兼职", "Part-time"],
});

/** Contract between an institution and a teacher. */
export const TeacherHire = entity(
  "TeacherHire",
  "教师聘用",
  "Hire",
  {
    teacherId: ref("Teacher", "教师", "Teacher", "required"),
    teacherName: personLookup("teacherId", "Teacher", "教师姓名", "Teacher"),
    /** Taken from the session for institution users; the bureau names it. */
    orgId: ref("Organisation", "机构", "Institution", "optional", { always: true }),
    orgName: lookup("orgId", "Organisation", "orgName", "机构名称", "Institution"),
    teacherKind: code(teacherKind, "聘用性质", "Kind of hire", "required"),
    startDate: date("聘用开始", "From", "required"),
    endDate: date("聘用结束", "Until", "required"),
    contractAttId: ref("Attachment", "聘用合同", "Contract", "submit", { upload: "scan" }),
    isCurrentUser: code(currency, "当前聘用", "Current", "computed", { derived: true }),
  },
  {
    title: "teacherName",
    idName: "hireId",
    filters: ["teacherId", "teacherName", "orgId", "orgName", "teacherKind", "isCurrentUser", "startDate", "endDate"],
    sorts: ["startDate", "endDate", "teacherKind"],
    order: ["-endDate"],
  },
);
export interface TeacherHireRow extends Row<typeof TeacherHire> {}

const path = "/api/zjgrsj-train/trainingManagement/teacher_hire";
export const teacherHireCalls = {
  ...crudCalls(TeacherHire, path, "teacher_hire"),
  used: call({
    name: "TeacherHire.used",
    method: "GET",
    path: `${path}/getTrainTeacherHire`,
    zh: "聘用记录",
    en: "Hires in the own scope",
    access: "teacher_hire_view",
    input: queryShape(TeacherHire),
    output: pageShape(rowShape(TeacherHire)),
  }),
  export: exportCall(TeacherHire, path, "teacher_hire"),
};
