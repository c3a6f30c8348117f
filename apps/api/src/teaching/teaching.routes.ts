import type { Domain } from "../core/implement.ts";
import { candidateSourceRoutes } from "./candidate-source.routes.ts";
import { courseSubsidyFileRoutes } from "./course-subsidy-file.routes.ts";
import { courseRoutes } from "./course.routes.ts";
import { declareConditionRoutes } from "./declare-condition.routes.ts";
import { engagementTimer } from "./engagements.ts";
import { startupTypeRoutes } from "./startup-type.routes.ts";
import { subsidyStandardRoutes } from "./subsidy-standard.routes.ts";
import { teacherEngagementRoutes } from "./teacher-engagement.routes.ts";
import { teacherHireRoutes } from "./teacher-hire.routes.ts";
import { teacherRoutes } from "./teacher.routes.ts";
import { teachingExports } from "./teaching.exports.ts";

export const teaching: Domain = {
  name: "teaching",
  routes: [
    ...candidateSourceRoutes,
    ...courseRoutes,
    ...courseSubsidyFileRoutes,
    ...declareConditionRoutes,
    ...startupTypeRoutes,
    ...subsidyStandardRoutes,
    ...teacherEngagementRoutes,
    ...teacherHireRoutes,
    ...teacherRoutes,
    ...teachingExports.map(({ route }) => route),
  ],
  timers: [engagementTimer],
  workers: teachingExports.map(({ worker }) => worker),
  constraints: { teacher_hire_overlap: "HIRE_CONFLICT", teacher_hire_full_time: "HIRE_CONFLICT" },
};
