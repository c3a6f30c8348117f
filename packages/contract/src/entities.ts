import type { Entity } from "./core/entity.ts";
import { ApiScope } from "./access/api-scope.ts";
import { RightsChange } from "./access/rights-change.ts";
import { DataScope } from "./access/data-scope.ts";
import { Menu } from "./access/menu.ts";
import { Role } from "./access/role.ts";
import { TopMenu } from "./access/top-menu.ts";
import { IdentityProvider } from "./auth/identity-provider.ts";
import { Client } from "./auth/client.ts";
import { Attendance } from "./classes/attendance.ts";
import { Lesson } from "./classes/lesson.ts";
import { OrganisationPlan } from "./classes/organisation-plan.ts";
import { Plan } from "./classes/plan.ts";
import { TrainingClass } from "./classes/training-class.ts";
import { Code } from "./develop/code.ts";
import { Datasource } from "./develop/datasource.ts";
import { PaymentObjection } from "./enrolment/payment-objection.ts";
import { SignUp } from "./enrolment/sign-up.ts";
import { StudentAccount } from "./enrolment/student-account.ts";
import { StudentFee } from "./enrolment/student-fee.ts";
import { Student } from "./enrolment/student.ts";
import { AssessorAssignment } from "./exams/assessor-assignment.ts";
import { AssessorType } from "./exams/assessor-type.ts";
import { Assessor } from "./exams/assessor.ts";
import { Certificate } from "./exams/certificate.ts";
import { Grade } from "./exams/grade.ts";
import { TestApplication } from "./exams/test-application.ts";
import { TestCandidate } from "./exams/test-candidate.ts";
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
import { Classroom } from "./organisations/classroom.ts";
import { OrganisationCourse } from "./organisations/organisation-course.ts";
import { OrganisationDocument } from "./organisations/organisation-document.ts";
import { OrganisationTeacher } from "./organisations/organisation-teacher.ts";
import { Organisation } from "./organisations/organisation.ts";
import { BusinessDictionary, Dictionary } from "./settings/dictionary.ts";
import { Parameter } from "./settings/parameter.ts";
import { Region } from "./settings/region.ts";
import { SerialRule } from "./settings/serial-rule.ts";
import { Finding } from "./subsidies/finding.ts";
import { SubsidyApplication } from "./subsidies/subsidy-application.ts";
import { SubsidyLine } from "./subsidies/subsidy-line.ts";
import { CandidateSource } from "./teaching/candidate-source.ts";
import { CourseSubsidyFile } from "./teaching/course-subsidy-file.ts";
import { Course } from "./teaching/course.ts";
import { DeclareCondition } from "./teaching/declare-condition.ts";
import { StartupType } from "./teaching/startup-type.ts";
import { SubsidyStandard } from "./teaching/subsidy-standard.ts";
import { TeacherEngagement } from "./teaching/teacher-engagement.ts";
import { TeacherHire } from "./teaching/teacher-hire.ts";
import { Teacher } from "./teaching/teacher.ts";
import { Tenant } from "./tenants/tenant.ts";
import { Department } from "./users/department.ts";
import { Post } from "./users/post.ts";
import { FourEyesRequest } from "./users/four-eyes.ts";
import { Registration } from "./users/registration.ts";
import { SignIn } from "./users/session.ts";
import { User } from "./users/user.ts";

/** All stored entities: for the API and tests. A web page imports its own entity only. */
export const entities: readonly Entity<any>[] = [
  ApiLog,
  ApiScope,
  RightsChange,
  Assessor,
  AssessorAssignment,
  AssessorType,
  Attachment,
  Attendance,
  BusinessDictionary,
  CandidateSource,
  Certificate,
  Classroom,
  Client,
  Code,
  Course,
  CourseSubsidyFile,
  DataScope,
  Datasource,
  DeclareCondition,
  Department,
  DeskNotice,
  Dictionary,
  ErrorLog,
  ExtQuery,
  Finding,
  Grade,
  IdentityProvider,
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
  PaymentObjection,
  Plan,
  Post,
  Region,
  FourEyesRequest,
  Registration,
  Role,
  SerialRule,
  SignIn,
  SignUp,
  SmsMessage,
  SmsProvider,
  StartupType,
  StorageProvider,
  Student,
  StudentAccount,
  StudentFee,
  SubsidyApplication,
  SubsidyLine,
  SubsidyStandard,
  Teacher,
  TeacherEngagement,
  TeacherHire,
  Tenant,
  TestApplication,
  TestCandidate,
  TopMenu,
  TrainingClass,
  User,
  UsualLog,
];
