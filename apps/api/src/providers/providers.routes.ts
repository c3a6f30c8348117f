import { organisationsWhere } from "./providers.scope.ts";
import { organisationDerived } from "./organisations/organisation.ts";
import { dutyDerived } from "./teachers/organisation-teacher.ts";
import { hireDerived } from "./teachers/teacher-hire.ts";
import { OrganisationCourse } from "@jipei/contract/providers/organisation-course.ts";
import { refersTo } from "../core/entity/references.ts";
import { courseIsCopied, courseValidityChanged } from "../catalogue/catalogue.queries.ts";
import { answers } from "../core/foundation/ports.ts";
import type { Domain } from "../core/http/implement.ts";
import { classroomImporter, classroomRoutes } from "./classroom.routes.ts";
import { followCourse } from "./organisation-course.ts";
import { organisationCourseImporter, organisationCourseRoutes } from "./organisation-course.routes.ts";
import { organisationDocumentRoutes } from "./organisations/organisation-document.routes.ts";
import { organisationRoutes } from "./organisations/organisation.routes.ts";
import { providersExports } from "./providers.exports.ts";
import { organisationReminders } from "./reminders.ts";
import { engagementTimer } from "./teachers/engagements.ts";
import { organisationTeacherRoutes } from "./teachers/organisation-teacher.routes.ts";
import { teacherEngagementRoutes } from "./teachers/teacher-engagement.routes.ts";
import { teacherHireRoutes } from "./teachers/teacher-hire.routes.ts";
import { teacherImporter, teacherRoutes } from "./teachers/teacher.routes.ts";

export const providers: Domain = {
  name: "providers",
  provides: { organisationsWhere },
  derived: [...hireDerived, ...dutyDerived, ...organisationDerived],
  importers: [classroomImporter, organisationCourseImporter, teacherImporter],
  routes: [
    ...classroomRoutes,
    ...organisationCourseRoutes,
    ...organisationDocumentRoutes,
    ...organisationRoutes,
    ...organisationTeacherRoutes,
    ...teacherEngagementRoutes,
    ...teacherHireRoutes,
    ...teacherRoutes,
    ...providersExports,
  ],
  holds: [answers(courseIsCopied, (db, courseId) => refersTo(db, OrganisationCourse, "courseId", courseId))],
  reactions: [answers(courseValidityChanged, followCourse)],
  timers: [engagementTimer, organisationReminders],
  constraints: {
    organisation_credit_code: "ORG_DUP",
    organisation_name: "ORG_DUP",
    organisation_account: "ACCOUNT_DUP",
    payee_account_two_persons: "SELF_REVIEW",
    payee_account_approved: "BANK_REQUIRED",
    teacher_hire_overlap: "HIRE_CONFLICT",
    teacher_hire_full_time: "HIRE_CONFLICT",
  },
};
