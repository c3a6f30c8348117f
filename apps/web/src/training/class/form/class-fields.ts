import { type TrainingClass, correctableFields } from "@jipei/contract/training/training-class.ts";
import type { FieldName, FormSection } from "../../../core/form/fields.ts";

type Sections = readonly FormSection<FieldName<typeof TrainingClass>>[];

/** Form and view of a class, in the order of the paper form 开班申请表. */
export const classForm: Sections = [
  {
    title: ["计划与课程", "Plan and course"],
    fields: ["orgPlanId", "orgCourseId", "className", "classMode", "isSubsidy"],
  },
  {
    title: ["规模与时间", "Size and dates"],
    fields: ["planCount", "totalHours", "startDate", "endDate", "signStartDate", "signEndDate"],
  },
  {
    title: ["地点与人员", "Place and people"],
    fields: ["trainPlace", "classroomId", "headTeacherId", "headTeacherPhone", "contact", "contactPhone"],
  },
  { title: ["收费与材料", "Fee and material"], fields: ["chargeStandard", "textbook", "teachPlanAttId", "remark"] },
];

export const classView: Sections = [
  {
    title: ["计划与课程", "Plan and course"],
    fields: ["orgName", "orgPlanNo", "courseName", "occupationName", "level", "trainKind", "classMode", "isSubsidy"],
  },
  {
    title: ["规模与时间", "Size and dates"],
    fields: [
      "studentCount",
      "planCount",
      "scheduledHours",
      "totalHours",
      "startDate",
      "endDate",
      "signStartDate",
      "signEndDate",
    ],
  },
  {
    title: ["地点与人员", "Place and people"],
    fields: ["trainPlace", "classroomName", "headTeacherName", "headTeacherPhone", "contact", "contactPhone"],
  },
  { title: ["收费与材料", "Fee and material"], fields: ["chargeStandard", "textbook", "teachPlanAttId", "remark"] },
  {
    title: ["备案", "Filing"],
    fields: [
      "commitTime",
      "confirmTime",
      "confirmOpinion",
      "backReason",
      "correctReason",
      "inspectCount",
      "inspectResult",
      "isRectified",
    ],
  },
];
export const correctionForm = [...correctableFields, "correctReason"] as const;
