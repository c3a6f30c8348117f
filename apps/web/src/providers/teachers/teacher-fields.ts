import type { TeacherEngagementRow } from "@jipei/contract/providers/teacher-engagement.ts";
import type { Teacher } from "@jipei/contract/providers/teacher.ts";
import type { ByField, FormValues } from "../../core/form/fields.ts";
import type { Named } from "../../core/i18n/language.ts";

/** Fields of a teacher as forms group them, at the bureau and at an institution alike. */
export const teacherForm = [
  {
    title: ["基本信息", "Person"],
    fields: [
      "name",
      "idType",
      "idNumber",
      "sex",
      "birthday",
      "nation",
      "education",
      "phone",
      "email",
      "workUnit",
      "photoAttId",
    ],
  },
  {
    title: ["专业资格", "Qualification"],
    fields: ["title", "titleLevel", "skillLevel", "occupationCode", "certNo", "trainerCertNo", "teachSubject"],
  },
  { title: ["其他", "Other"], fields: ["isValid", "remark"] },
] as const;

/** Why an engagement cannot be edited; one that was typed in can. */
export const whyEngagementFixed = ({ sourceKind }: Pick<TeacherEngagementRow, "sourceKind">): Named | null =>
  sourceKind === "2" ? ["由课程表生成，不能修改", "Generated from the timetable; it cannot be changed"] : null;

/** Sex and birthday follow from a resident's number; they are asked for with other documents only. */
const otherDocument = ({ idType }: FormValues<typeof Teacher>) => idType === "9";
export const teacherWhen = { sex: otherDocument, birthday: otherDocument } satisfies ByField<typeof Teacher, unknown>;
export const newTeacher = { idType: "1", isValid: "isValid" } as const satisfies FormValues<typeof Teacher>;
export const teacherColumns = [
  "name",
  "teacherNo",
  { field: "idNumber", width: 190 },
  "phone",
  "education",
  "titleLevel",
  "skillLevel",
  "teachSubject",
  "dataSource",
  "isValid",
] as const;

/** What is shown of a filed teacher, after name and institution. */
export const filingFacts = [
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
] as const;
