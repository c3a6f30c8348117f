import type { Machine } from "./core/machine.ts";
import { organisationPlanMachine } from "./classes/organisation-plan.machine.ts";
import { planMachine } from "./classes/plan.machine.ts";
import { classMachine } from "./classes/training-class.machine.ts";
import { signUpMachine } from "./enrolment/sign-up.machine.ts";
import { studentMachine } from "./enrolment/student.machine.ts";
import { certificateMachine } from "./exams/certificate.machine.ts";
import { gradeMachine } from "./exams/grade.machine.ts";
import { testApplicationMachine } from "./exams/test-application.machine.ts";
import { noticeMachine } from "./notices/notice.machine.ts";
import { organisationCourseMachine } from "./organisations/organisation-course.machine.ts";
import { organisationTeacherMachine } from "./organisations/organisation-teacher.machine.ts";
import { organisationMachine } from "./organisations/organisation.machine.ts";
import { paymentMachine } from "./subsidies/payment.machine.ts";
import { subsidyApplicationMachine } from "./subsidies/subsidy-application.machine.ts";

/** All state machines: for the API and tests. A web page imports its own machine only. */
export const machines: readonly Machine<any, any>[] = [
  certificateMachine,
  classMachine,
  gradeMachine,
  noticeMachine,
  organisationCourseMachine,
  organisationMachine,
  organisationPlanMachine,
  organisationTeacherMachine,
  paymentMachine,
  planMachine,
  signUpMachine,
  studentMachine,
  subsidyApplicationMachine,
  testApplicationMachine,
];
