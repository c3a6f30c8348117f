import { accountDerived, accountRows } from "./students/student-account.routes.ts";
import { studentRows } from "./roster/student.routes.ts";
import { lessonRows } from "./timetable/lesson.routes.ts";
import { signUpRows } from "./sign-ups/sign-up.routes.ts";
import { attendanceRows } from "./timetable/lesson.routes.ts";
import { classDerived } from "./classes/training-class.routes.ts";
import { Organisation } from "@jipei/contract/providers/organisation.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { courseIsCopied } from "../catalogue/catalogue.queries.ts";
import { refersTo } from "../core/entity/references.ts";
import { organisationMachine } from "@jipei/contract/providers/organisation.machine.ts";
import { answers } from "../core/foundation/ports.ts";
import { afterMove } from "../core/entity/transition.ts";
import type { Domain } from "../core/http/implement.ts";
import { isOwnPerson } from "../external-data/external-data.queries.ts";
import { enterpriseHasBusiness } from "../enterprises/enterprises.queries.ts";
import { organisationHasBusiness } from "../providers/providers.queries.ts";
import { studentApproved } from "../users/users.queries.ts";
import { hasRunningClasses, returnPendingClasses } from "./classes/classes.ts";
import { classReminders } from "./classes/reminders.ts";
import { runStateTimer } from "./classes/run-state.ts";
import { classRoutes } from "./classes/training-class.routes.ts";
import {
  enterpriseClassDerived,
  enterpriseClassRoutes,
  enterpriseClassRows,
} from "./enterprise-classes/enterprise-class.routes.ts";
import { hasEnterpriseClasses } from "./enterprise-classes/enterprise-classes.ts";
import { organisationPlanRoutes } from "./plans/organisation-plan.routes.ts";
import { planImporter, planRoutes } from "./plans/plan.routes.ts";
import { isOwnStudent } from "./roster/roster.ts";
import { rosterImporter } from "./roster/roster-import.ts";
import { staffAttendanceRoutes } from "./staff/staff-attendance.ts";
import { staffImporter } from "./staff/staff-import.ts";
import { staffDerived, staffRoutes, staffRows } from "./staff/staff.routes.ts";
import { studentRoutes } from "./roster/student.routes.ts";
import { signUpRoutes } from "./sign-ups/sign-up.routes.ts";
import { enterpriseHasSignedUp } from "./sign-ups/enterprise/enterprise-sign.holds.ts";
import { enterpriseSignDerived } from "./sign-ups/enterprise/enterprise-sign.figures.ts";
import { enterpriseSignReactions } from "./sign-ups/enterprise/enterprise-sign.follow.ts";
import { enterpriseSignRoutes, enterpriseSignRows } from "./sign-ups/enterprise/enterprise-sign.routes.ts";
import { signedStaffImporter } from "./sign-ups/enterprise/staff-import.ts";
import { openApprovedAccount } from "./students/approved-student.ts";
import { studentAccountRoutes } from "./students/student-account.routes.ts";
import { studentFeeImporter, studentFeeRoutes } from "./students/student-fee.routes.ts";
import { lessonRoutes } from "./timetable/lesson.routes.ts";

export const training: Domain = {
  name: "training",
  owners: [
    attendanceRows,
    signUpRows,
    enterpriseSignRows,
    lessonRows,
    studentRows,
    accountRows,
    enterpriseClassRows,
    staffRows,
  ],
  derived: [...classDerived, ...accountDerived, ...enterpriseClassDerived, ...staffDerived, ...enterpriseSignDerived],
  routes: [
    ...planRoutes,
    ...organisationPlanRoutes,
    ...classRoutes,
    ...lessonRoutes,
    ...enterpriseClassRoutes,
    ...staffRoutes,
    ...staffAttendanceRoutes,
    ...signUpRoutes,
    ...enterpriseSignRoutes,
    ...studentRoutes,
    ...studentAccountRoutes,
    ...studentFeeRoutes,
  ],
  holds: [
    answers(organisationHasBusiness, hasRunningClasses),
    answers(enterpriseHasBusiness, hasEnterpriseClasses),
    answers(isOwnPerson, isOwnStudent),
    answers(enterpriseHasBusiness, enterpriseHasSignedUp),
    answers(courseIsCopied, (db, courseId) => refersTo(db, TrainingClass, "courseId", courseId)),
  ],
  reactions: [
    afterMove(organisationMachine, Organisation, "suspend", returnPendingClasses),
    ...enterpriseSignReactions,
    answers(studentApproved, (_db, approval) => openApprovedAccount(approval)),
  ],
  importers: [rosterImporter, planImporter, staffImporter, signedStaffImporter, studentFeeImporter],
  timers: [classReminders, runStateTimer],
  constraints: {
    plan_quota: "PLAN_NO_QUOTA",
    organisation_plan_twin: "PLAN_DUP",
    organisation_plan_quota: "CLASS_OVER_PLAN",
    training_class_name: "CLASS_DUP",
    class_taken: "LESSON_CLASH",
    teacher_taken: "TEACHER_CLASH",
    teacher_taken_here: "TEACHER_CLASH",
    trainer_taken: "TEACHER_CLASH",
    classroom_taken: "CLASSROOM_CLASH",
    sign_up_person: "SIGN_DUP",
    sign_up_make_up: "SIGN_DUP",
    sign_up_again: "SIGN_DUP",
    sign_up_staff: "SIGN_DUP",
    enterprise_sign_open: "SIGN_DUP",
    student_person: "STUDENT_DUP",
    student_account_person: "ACCOUNT_DUP",
    student_account_phone: "ACCOUNT_DUP",
    student_account_account: "ACCOUNT_DUP",
  },
};
