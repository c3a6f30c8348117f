import type { Domain } from "../core/implement.ts";
import { classroomRoutes } from "./classroom.routes.ts";
import { organisationCourseRoutes } from "./organisation-course.routes.ts";
import { organisationDocumentRoutes } from "./organisation-document.routes.ts";
import { organisationTeacherRoutes } from "./organisation-teacher.routes.ts";
import { organisationRoutes } from "./organisation.routes.ts";
import { organisationsExports } from "./organisations.exports.ts";
import { organisationReminders } from "./reminders.ts";

export const organisations: Domain = {
  name: "organisations",
  routes: [
    ...classroomRoutes,
    ...organisationCourseRoutes,
    ...organisationDocumentRoutes,
    ...organisationRoutes,
    ...organisationTeacherRoutes,
    ...organisationsExports.map(({ route }) => route),
  ],
  timers: [organisationReminders],
  workers: organisationsExports.map(({ worker }) => worker),
  constraints: {
    organisation_credit_code: "ORG_DUP",
    organisation_name: "ORG_DUP",
    organisation_account: "ACCOUNT_DUP",
    organisation_teacher_full_time: "HIRE_CONFLICT",
  },
};
