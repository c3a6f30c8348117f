import type { Lesson } from "@jipei/contract/training/lesson.ts";
import type { ByField } from "../core/form/fields.ts";
import { OrganisationPlan, organisationPlanCalls } from "@jipei/contract/training/organisation-plan.ts";
import { Plan, planCalls } from "@jipei/contract/training/plan.ts";
import type { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { Classroom, classroomCalls } from "@jipei/contract/providers/classroom.ts";
import { Teacher, teacherCalls } from "@jipei/contract/providers/teacher.ts";
import { refSource } from "../core/form/ref-source.ts";

/** Where the references of plans, classes and lessons are searched; what cannot be chosen is not offered. */

export const releasedPlans = refSource({
  entity: Plan,
  list: planCalls.usedByOrg,
  detail: planCalls.detail,
  note: "planYear",
});
export const plans = refSource({ entity: Plan, list: planCalls.list, detail: planCalls.detail, note: "planYear" });
const approvedPlans = refSource({
  entity: OrganisationPlan,
  list: organisationPlanCalls.usedByOrg,
  detail: organisationPlanCalls.detail,
  params: { confirmStatus: "Confirm" },
  note: "courseName",
});
const classrooms = refSource({
  entity: Classroom,
  list: classroomCalls.list,
  detail: classroomCalls.detail,
  params: { isValid: "isValid" },
  note: "classroomNo",
});
export const teachers = refSource({
  entity: Teacher,
  list: teacherCalls.list,
  detail: teacherCalls.detail,
  params: { isValid: "isValid" },
  note: "teachSubject",
});

/** References of the form of a class. */
export const classRefs = {
  orgPlanId: approvedPlans,
  classroomId: classrooms,
  headTeacherId: teachers,
} satisfies ByField<typeof TrainingClass, unknown>;
/** References of the form of a lesson. */
export const lessonRefs = { teacherId: teachers, assistTeacherId: teachers, classroomId: classrooms } satisfies ByField<
  typeof Lesson,
  unknown
>;
