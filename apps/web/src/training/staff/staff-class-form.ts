import { enterpriseClassCalls as calls } from "@jipei/contract/training/enterprise-class.calls.ts";
import type { EnterpriseClassMove } from "@jipei/contract/training/enterprise-class.machine.ts";
import type { EnterpriseClass, EnterpriseClassRow } from "@jipei/contract/training/enterprise-class.ts";
import type { Control } from "../../core/form/field-control.tsx";
import type { ByField } from "../../core/form/fields.ts";
import { type Move, moveWith } from "../../core/moves/moves.ts";
import { StaffCourse } from "./staff-course.tsx";
import { StaffKind, Trainer } from "./staff-class-controls.tsx";

export const staffClassControls = { trainKind: StaffKind, courseId: StaffCourse, orgId: Trainer } satisfies ByField<
  typeof EnterpriseClass,
  Control
>;

export const staffClassForm = [
  { title: ["培训内容", "Training"], fields: ["trainKind", "courseId", "className", "orgId"] },
  { title: ["规模与时间", "Size and dates"], fields: ["planCount", "totalHours", "startDate", "endDate"] },
  {
    title: ["地点与人员", "Place and people"],
    fields: ["trainPlace", "teacherNames", "contact", "contactPhone", "teachPlanAttId", "remark"],
  },
] as const;

export const staffClassView = [
  {
    title: ["培训内容", "Training"],
    fields: ["entName", "trainKind", "courseName", "occupationName", "level", "orgName"],
  },
  {
    title: ["规模与时间", "Size and dates"],
    fields: ["studentCount", "planCount", "scheduledHours", "totalHours", "startDate", "endDate"],
  },
  {
    title: ["地点与人员", "Place and people"],
    fields: ["trainPlace", "teacherNames", "contact", "contactPhone", "teachPlanAttId", "remark"],
  },
  { title: ["审核", "Review"], fields: ["commitTime", "confirmTime", "confirmOpinion", "backReason"] },
] as const;

/** Every move goes through one call, by the state that the class shall have. */
const to = (confirmStatus: NonNullable<EnterpriseClassRow["confirmStatus"]>) => ({
  ...moveWith(calls.submit, { confirmStatus }),
  hidden: true,
});
export const staffClassMoves = {
  commit: to("unConfirm"),
  confirm: to("Confirm"),
  back: to("back"),
  invalidate: to("Invalidate"),
  terminate: to("Invalidate"),
} satisfies Record<EnterpriseClassMove, Move<EnterpriseClassRow>>;

/** Whether the enterprise may still change a class, its people and its timetable. */
export const isDraft = ({ confirmStatus }: Pick<EnterpriseClassRow, "confirmStatus">): boolean =>
  confirmStatus === "unSubmit" || confirmStatus === "back";
