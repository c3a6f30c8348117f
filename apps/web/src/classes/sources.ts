import { OrganisationPlan, organisationPlanCalls } from "@jipei/contract/classes/organisation-plan.ts";
import { Plan, planCalls } from "@jipei/contract/classes/plan.ts";
import { classCalls } from "@jipei/contract/classes/training-class.calls.ts";
import { TrainingClass } from "@jipei/contract/classes/training-class.ts";
import { Classroom, classroomCalls } from "@jipei/contract/organisations/classroom.ts";
import { Teacher, teacherCalls } from "@jipei/contract/teaching/teacher.ts";
import type { RefSource } from "../core/ref-select.tsx";

/** Where the references of plans, classes and lessons are searched; what cannot be chosen is not offered. */

export const releasedPlans: RefSource = {
  entity: Plan,
  list: planCalls.usedByOrg,
  detail: planCalls.detail,
  note: "planYear",
};
export const plans: RefSource = { entity: Plan, list: planCalls.list, detail: planCalls.detail, note: "planYear" };
const approvedPlans: RefSource = {
  entity: OrganisationPlan,
  list: organisationPlanCalls.usedByOrg,
  detail: organisationPlanCalls.detail,
  params: { confirmStatus: "Confirm" },
  note: "courseName",
};
const classrooms: RefSource = {
  entity: Classroom,
  list: classroomCalls.list,
  detail: classroomCalls.detail,
  params: { isValid: "isValid" },
  note: "classroomNo",
};
export const teachers: RefSource = {
  entity: Teacher,
  list: teacherCalls.list,
  detail: teacherCalls.detail,
  params: { isValid: "isValid" },
  note: "teachSubject",
};
export const ownClasses: RefSource = {
  entity: TrainingClass,
  list: classCalls.usedByOrg,
  detail: classCalls.detail,
  note: "classNo",
};

/** References of the form of a class. */
export const classRefs = { orgPlanId: approvedPlans, classroomId: classrooms, headTeacherId: teachers };
/** References of the form of a lesson. */
export const lessonRefs = { teacherId: teachers, assistTeacherId: teachers, classroomId: classrooms };
