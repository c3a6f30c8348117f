import { type TrainingClass, correctableFields } from "@jipei/contract/training/training-class.ts";
import type { FieldName, FormSection } from "../../../core/form/fields.ts";

type Sections = readonly FormSection<FieldName<typeof TrainingClass>>[];

/** What the sections of form and view are called. */
const titles = {
  plan: ["计划与课程", "Plan and course"],
  size: ["规模与时间", "Size and dates"],
  place: ["地点与人员", "Place and people"],
} as const;
const fee: Sections[number] = {
  title: ["收费与材料", "Fee and material"],
  fields: ["chargeStandard", "textbook", "teachPlanAttId", "remark"],
};

/** Form and view of a class, in the order of the paper form 开班申请表. */
export const classForm: Sections = [
  {
    title: titles.plan,
    fields: ["orgPlanId", "orgCourseId", "className", "classMode", "isSubsidy"],
  },
  {
    title: titles.size,
    fields: ["planCount", "totalHours", "startDate", "endDate", "signStartDate", "signEndDate"],
  },
  {
    title: titles.place,
    fields: ["trainPlace", "classroomId", "headTeacherId", "headTeacherPhone", "contact", "contactPhone"],
  },
  fee,
];

export const classView: Sections = [
  {
    title: titles.plan,
    fields: ["orgName", "orgPlanNo", "courseName", "occupationName", "level", "trainKind", "classMode", "isSubsidy"],
  },
  {
    title: titles.size,
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
    title: titles.place,
    fields: ["trainPlace", "classroomName", "headTeacherName", "headTeacherPhone", "contact", "contactPhone"],
  },
  fee,
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
