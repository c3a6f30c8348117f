import type { Domain } from "../core/implement.ts";
import { attendanceExport, lessonExport, lessonRoutes } from "./lesson.routes.ts";
import { organisationPlanExport, organisationPlanRoutes } from "./organisation-plan.routes.ts";
import { planExport, planRoutes } from "./plan.routes.ts";
import { classReminders } from "./reminders.ts";
import { classExport, classRoutes } from "./training-class.routes.ts";

export const classes: Domain = {
  name: "classes",
  routes: [...planRoutes, ...organisationPlanRoutes, ...classRoutes, ...lessonRoutes],
  constraints: {
    plan_quota: "PLAN_NO_QUOTA",
    organisation_plan_twin: "PLAN_DUP",
    organisation_plan_quota: "CLASS_OVER_PLAN",
    training_class_name: "CLASS_DUP",
    teacher_taken: "TEACHER_CLASH",
    teacher_taken_here: "TEACHER_CLASH",
    classroom_taken: "CLASSROOM_CLASH",
  },
  workers: [planExport, organisationPlanExport, classExport, lessonExport, attendanceExport].map(
    ({ worker }) => worker,
  ),
  timers: [classReminders],
};
