import type { Entity } from "./core/entity.ts";
import type { Resource, StandardCalls } from "./core/resource.ts";
import { ImportBatch } from "./core/import-batch.ts";
import { ApiScope } from "./access/api-scope.ts";
import { RightsChange } from "./access/rights-change.ts";
import { DataScope } from "./access/data-scope.ts";
import { Menu } from "./access/menu.ts";
import { Role } from "./access/role.ts";
import { TopMenu } from "./access/top-menu.ts";
import { IdentityProvider } from "./auth/identity-provider.ts";
import { Client } from "./auth/client.ts";
import { Attendance } from "./training/attendance.ts";
import { InjuryRecord } from "./enterprises/injury-record.ts";
import { EnterpriseClass } from "./training/enterprise-class.ts";
import { EnterpriseStudent } from "./training/enterprise-student.ts";
import { Lesson } from "./training/lesson.ts";
import { OrganisationPlan } from "./training/organisation-plan.ts";
import { Plan } from "./training/plan.ts";
import { TrainingClass } from "./training/training-class.ts";
import { Code } from "./develop/code.ts";
import { Datasource } from "./develop/datasource.ts";
import { EnterpriseSign } from "./training/enterprise-sign.ts";
import { EnterpriseTotal } from "./enterprises/enterprise-total.ts";
import { PaymentEntry } from "./subsidies/payment-entry.ts";
import { PaymentObjection } from "./subsidies/payment-objection.ts";
import { SignUp } from "./training/sign-up.ts";
import { StudentAccount } from "./training/student-account.ts";
import { StudentFee } from "./training/student-fee.ts";
import { Student } from "./training/student.ts";
import { AssessorAssignment } from "./assessment/assessors/assessor-assignment.ts";
import { AssessorType } from "./assessment/assessors/assessor-type.ts";
import { Assessor } from "./assessment/assessors/assessor.ts";
import { Certificate } from "./assessment/certificate.ts";
import { EnterpriseCertificate } from "./assessment/enterprise-certificate.ts";
import { EnterpriseSubsidyApplication } from "./subsidies/enterprise-subsidy-application.ts";
import { EnterpriseSubsidyLine } from "./subsidies/enterprise-subsidy-line.ts";
import { EnterpriseTestApplication } from "./assessment/enterprise-test-application.ts";
import { EnterpriseTest } from "./assessment/enterprise-test.ts";
import { Grade } from "./assessment/grade.ts";
import { TestApplication } from "./assessment/test-application.ts";
import { TestCandidate } from "./assessment/test-candidate.ts";
import { InspectedPerson } from "./inspection/inspected-person.ts";
import { Investigation } from "./inspection/investigation.ts";
import { ExtQuery } from "./external-data/ext-query.ts";
import { Attachment } from "./files/attachment.ts";
import { StorageProvider } from "./files/storage-provider.ts";
import { ApiLog } from "./logs/api-log.ts";
import { ErrorLog } from "./logs/error-log.ts";
import { UsualLog } from "./logs/usual-log.ts";
import { DeskNotice } from "./notices/desk-notice.ts";
import { NoticeCategory } from "./notices/notice-category.ts";
import { Notice } from "./notices/notice.ts";
import { SmsMessage } from "./notices/sms-message.ts";
import { SmsProvider } from "./notices/sms-provider.ts";
import { Classroom } from "./providers/classroom.ts";
import { OrganisationCourse } from "./providers/organisation-course.ts";
import { OrganisationDocument } from "./providers/organisation-document.ts";
import { OrganisationTeacher } from "./providers/organisation-teacher.ts";
import { Organisation } from "./providers/organisation.ts";
import { BusinessDictionary, Dictionary } from "./settings/dictionary.ts";
import { Parameter } from "./settings/parameter.ts";
import { Region } from "./settings/region.ts";
import { SerialRule } from "./settings/serial-rule.ts";
import { Finding } from "./subsidies/finding.ts";
import { SubsidyApplication } from "./subsidies/subsidy-application.ts";
import { RecoveryItem } from "./subsidies/recovery-item.ts";
import { SubsidyBar } from "./subsidies/subsidy-bar.ts";
import { SubsidyLine } from "./subsidies/subsidy-line.ts";
import { candidateSourceResource } from "./catalogue/candidate-source.ts";
import { CourseSubsidyFile } from "./catalogue/course-subsidy-file.ts";
import { Course } from "./catalogue/course.ts";
import { declareConditionResource } from "./catalogue/declare-condition.ts";
import { trainingSubsidyKindResource } from "./catalogue/training-subsidy-kind.ts";
import { ExamPaper } from "./exams/exam-paper.ts";
import { ExamRoom } from "./exams/exam-room.ts";
import { Exam } from "./exams/exam.ts";
import { StudentQuestion } from "./exams/student-question.ts";
import { questionClassificationResource } from "./exams/question-classification.ts";
import { questionResource } from "./exams/question.ts";
import { PolicyChange } from "./policy/policy-change.ts";
import { startupTypeResource } from "./catalogue/startup-type.ts";
import { SubsidyStandard } from "./catalogue/subsidy-standard.ts";
import { TeacherEngagement } from "./providers/teacher-engagement.ts";
import { TeacherHire } from "./providers/teacher-hire.ts";
import { Teacher } from "./providers/teacher.ts";
import { Tenant } from "./tenants/tenant.ts";
import { Department } from "./users/department.ts";
import { Post } from "./users/post.ts";
import { FourEyesRequest } from "./users/four-eyes.ts";
import { Registration } from "./users/registration.ts";
import { SignIn } from "./users/session.ts";
import { User } from "./users/user.ts";
import { HighSkillTraining } from "./work-records/high-skill-training.ts";
import { PreJobTraining } from "./work-records/pre-job-training.ts";
import { SafetyTraining } from "./work-records/safety-training.ts";
import { SkillTraining } from "./work-records/skill-training.ts";
import { fileNoticeResource } from "./notices/published/file-notice.ts";
import { secondaryInfoResource } from "./notices/published/secondary-info.ts";
import { trainNewsResource } from "./notices/published/train-news.ts";
import { StartupTraining } from "./work-records/startup-training.ts";
import { TrainingBase } from "./work-records/training-base.ts";
import { TrainingProject } from "./work-records/training-project.ts";
import { CompetitionNotice } from "./competitions/competition.ts";
import { CompetitionRegister } from "./competitions/registration.ts";
import { CompetitionRecord } from "./competitions/result.ts";
import { TrainEmployment } from "./outcomes/train-employment.ts";
import { TrainEvaluation } from "./outcomes/train-evaluation.ts";
import { Report } from "./reports/report.ts";
import { JsyxRecord } from "./talents/jsyx-record.ts";
import { Technician } from "./talents/technician.ts";
import { FlowCopy } from "./workflow/flow-copy.ts";
import { FlowDefinition } from "./workflow/flow-definition.ts";
import { FlowFollow } from "./workflow/flow-follow.ts";
import { FlowFormFile } from "./workflow/flow-form-file.ts";
import { FlowModel } from "./workflow/flow-model.ts";
import { FlowOpinion } from "./workflow/flow-opinion.ts";
import { FlowTask } from "./workflow/flow-task.ts";
import { Leave } from "./workflow/leave.ts";
import { FlowStandIn } from "./workflow/stand-in.ts";
import { WorkMonth } from "./work-records/work-month.ts";
import { WorkReport } from "./work-records/work-report.ts";

/** Entities that state their rights, menu entry and page themselves, by domain: this is the one place where such an entity is registered. */
const stated = {
  catalogue: [candidateSourceResource, declareConditionResource, startupTypeResource, trainingSubsidyKindResource],
  exams: [questionClassificationResource, questionResource],
  notices: [fileNoticeResource, secondaryInfoResource, trainNewsResource],
} as const;
type StatedResource = (typeof stated)[keyof typeof stated][number];
/** Prefixes of their button keys, and the addresses of their pages. */
export type StatedKey = StatedResource["resource"];
export type StatedPage = StatedResource["page"];
/** Any such entity. */
export type AnyResource = Resource<Entity, StandardCalls, StatedKey, StatedPage>;
/** Resources by domain, for code that reads all of them. */
export const resources: Readonly<Record<string, readonly AnyResource[]>> = stated;

/** The other entities, whose menus, capabilities and pages are registered separately. */
const others = [
  ApiLog,
  ApiScope,
  RightsChange,
  Assessor,
  AssessorAssignment,
  AssessorType,
  Attachment,
  Attendance,
  BusinessDictionary,
  Certificate,
  Classroom,
  Client,
  Code,
  CompetitionNotice,
  CompetitionRecord,
  CompetitionRegister,
  Course,
  CourseSubsidyFile,
  DataScope,
  Datasource,
  Department,
  DeskNotice,
  Dictionary,
  EnterpriseCertificate,
  EnterpriseClass,
  EnterpriseStudent,
  EnterpriseSign,
  EnterpriseSubsidyApplication,
  EnterpriseSubsidyLine,
  EnterpriseTest,
  EnterpriseTestApplication,
  EnterpriseTotal,
  ErrorLog,
  Exam,
  ExamPaper,
  ExamRoom,
  ExtQuery,
  Finding,
  FlowCopy,
  FlowDefinition,
  FlowFollow,
  FlowFormFile,
  FlowModel,
  FlowOpinion,
  FlowStandIn,
  FlowTask,
  Grade,
  HighSkillTraining,
  IdentityProvider,
  ImportBatch,
  InjuryRecord,
  InspectedPerson,
  Investigation,
  JsyxRecord,
  Leave,
  Lesson,
  Menu,
  Notice,
  NoticeCategory,
  Organisation,
  OrganisationCourse,
  OrganisationDocument,
  OrganisationPlan,
  OrganisationTeacher,
  Parameter,
  PaymentEntry,
  PaymentObjection,
  Plan,
  PolicyChange,
  Post,
  PreJobTraining,
  Region,
  FourEyesRequest,
  Registration,
  Report,
  Role,
  SafetyTraining,
  SerialRule,
  SignIn,
  SignUp,
  SkillTraining,
  SmsMessage,
  SmsProvider,
  StartupTraining,
  StorageProvider,
  Student,
  StudentAccount,
  StudentFee,
  StudentQuestion,
  SubsidyApplication,
  SubsidyBar,
  RecoveryItem,
  SubsidyLine,
  SubsidyStandard,
  Teacher,
  TeacherEngagement,
  TeacherHire,
  Technician,
  Tenant,
  TestApplication,
  TestCandidate,
  TopMenu,
  TrainEmployment,
  TrainEvaluation,
  TrainingBase,
  TrainingClass,
  TrainingProject,
  User,
  UsualLog,
  WorkMonth,
  WorkReport,
] as const;
/** All stored entities: for the API and tests. A web page imports its own entity only. */
export const entities: readonly Entity[] = [
  ...others,
  ...Object.values(resources).flatMap((ofDomain) => ofDomain.map(({ entity }) => entity)),
];
/** Each of them with its own fields, for what is typed by the tables. */
export type StoredEntity = (typeof others)[number] | StatedResource["entity"];
