import type { Machine } from "./core/machine.ts";
import { examPaperMachine } from "./exams/exam-paper.machine.ts";
import { examMachine } from "./exams/exam.machine.ts";
import { enterpriseClassMachine } from "./training/enterprise-class.machine.ts";
import { enterpriseSignMachine } from "./training/enterprise-sign.machine.ts";
import { organisationPlanMachine } from "./training/organisation-plan.machine.ts";
import { planMachine } from "./training/plan.machine.ts";
import { classMachine } from "./training/training-class.machine.ts";
import { signUpMachine } from "./training/sign-up.machine.ts";
import { studentMachine } from "./training/student.machine.ts";
import { certificateMachine, enterpriseCertificateMachine } from "./assessment/certificate.machine.ts";
import { gradeMachine } from "./assessment/grade.machine.ts";
import { enterpriseTestMachine, testApplicationMachine } from "./assessment/test-application.machine.ts";
import { injuryMachine } from "./enterprises/injury.machine.ts";
import { enterpriseAccountMachine } from "./enterprises/enterprise-account.machine.ts";
import { investigationMachine } from "./inspection/investigation.machine.ts";
import { noticeMachine } from "./notices/notice.machine.ts";
import { organisationCourseMachine } from "./providers/organisation-course.machine.ts";
import { organisationTeacherMachine } from "./providers/organisation-teacher.machine.ts";
import { organisationMachine } from "./providers/organisation.machine.ts";
import { policyChangeMachine } from "./policy/policy-change.machine.ts";
import { paymentMachine } from "./subsidies/payment.machine.ts";
import { recoveryItemMachine } from "./subsidies/recovery-item.machine.ts";
import { subsidyBarMachine } from "./subsidies/subsidy-bar.machine.ts";
import { enterpriseClaimMachine, subsidyApplicationMachine } from "./subsidies/subsidy-application.machine.ts";
import { fileNoticeMachine } from "./notices/published/file-notice.ts";
import { trainNewsMachine } from "./notices/published/train-news.ts";
import { workMonthMachine } from "./work-records/work-month.ts";
import { competitionMachine } from "./competitions/competition.ts";
import { competitionRegisterMachine } from "./competitions/registration.ts";
import { flowDefinitionMachine } from "./workflow/flow-definition.ts";
import { flowFollowMachine } from "./workflow/flow-follow.ts";
import { flowTaskMachine } from "./workflow/flow-task.ts";
import { leaveMachine } from "./workflow/leave.ts";
import { jsyxMachine } from "./talents/jsyx-record.ts";
import { workReportKind } from "./work-records/work-report.ts";
import { highSkillTrainingKind } from "./work-records/high-skill-training.ts";
import { preJobTrainingKind } from "./work-records/pre-job-training.ts";
import { safetyTrainingKind } from "./work-records/safety-training.ts";
import { skillTrainingKind } from "./work-records/skill-training.ts";
import { startupTrainingKind } from "./work-records/startup-training.ts";
import { trainingBaseKind } from "./work-records/training-base.ts";
import { trainingProjectKind } from "./work-records/training-project.ts";

const all = [
  certificateMachine,
  classMachine,
  competitionMachine,
  competitionRegisterMachine,
  fileNoticeMachine,
  trainNewsMachine,
  enterpriseAccountMachine,
  enterpriseCertificateMachine,
  enterpriseClaimMachine,
  enterpriseClassMachine,
  enterpriseSignMachine,
  enterpriseTestMachine,
  examMachine,
  examPaperMachine,
  flowDefinitionMachine,
  flowFollowMachine,
  flowTaskMachine,
  gradeMachine,
  injuryMachine,
  investigationMachine,
  jsyxMachine,
  leaveMachine,
  noticeMachine,
  organisationCourseMachine,
  organisationMachine,
  organisationPlanMachine,
  organisationTeacherMachine,
  paymentMachine,
  planMachine,
  recoveryItemMachine,
  policyChangeMachine,
  signUpMachine,
  studentMachine,
  subsidyApplicationMachine,
  subsidyBarMachine,
  testApplicationMachine,
  workMonthMachine,
  workReportKind.machine,
  highSkillTrainingKind.machine,
  preJobTrainingKind.machine,
  safetyTrainingKind.machine,
  skillTrainingKind.machine,
  startupTrainingKind.machine,
  trainingBaseKind.machine,
  trainingProjectKind.machine,
] as const;

/** All state machines: for the API and tests. A web page imports its own machine only. */
export const machines: readonly Machine[] = all;

/** The button keys of their actions. */
export type MachineKey = NonNullable<(typeof all)[number]["$permission"]>;
