import { gradeRows } from "./grades/grade.routes.ts";
import { certificateRows, enterpriseCertificateRows } from "./certificates/certificate.routes.ts";
import { applicationRows } from "./test-application/test-application.routes.ts";
import {
  enterpriseApplicationDerived,
  enterpriseApplicationRoutes,
  enterpriseApplicationRows,
} from "./test-application/enterprise-application.routes.ts";
import {
  enterpriseTestDerived,
  enterpriseTestRoutes,
  enterpriseTestRows,
} from "./test-application/enterprise-test.routes.ts";
import { Certificate } from "@jipei/contract/assessment/certificate.ts";
import { courseIsCopied } from "../catalogue/catalogue.queries.ts";
import { refersTo } from "../core/entity/references.ts";
import { answers } from "../core/foundation/ports.ts";
import type { Domain } from "../core/http/implement.ts";
import { classIsCertified } from "../training/training.queries.ts";
import { assessorImporters, assessorRoutes } from "./assessor.routes.ts";
import { certificateLookupRoutes } from "./certificates/certificate-lookup.ts";
import { certificatePages } from "./certificates/certificate-page.ts";
import { certificateBatch, certificatePrintRoutes } from "./certificates/certificate-print.ts";
import { certificateRoutes } from "./certificates/certificate.routes.ts";
import { examsExports } from "./assessment.exports.ts";
import { gradeDerived, gradeRoutes } from "./grades/grade.routes.ts";
import { examReminders } from "./reminders.ts";
import { testApplicationRoutes } from "./test-application/test-application.routes.ts";

export const assessment: Domain = {
  name: "assessment",
  owners: [
    ...applicationRows,
    enterpriseApplicationRows,
    enterpriseTestRows,
    certificateRows,
    enterpriseCertificateRows,
    gradeRows,
  ],
  derived: [...enterpriseApplicationDerived, ...enterpriseTestDerived, ...gradeDerived],
  importers: assessorImporters,
  routes: [
    ...assessorRoutes,
    ...testApplicationRoutes,
    ...enterpriseApplicationRoutes,
    ...enterpriseTestRoutes,
    ...gradeRoutes,
    ...certificateRoutes,
    ...certificatePrintRoutes,
    ...certificateLookupRoutes,
    ...examsExports,
  ],
  holds: [
    answers(classIsCertified, (db, classId) => refersTo(db, Certificate, "classId", classId)),
    answers(courseIsCopied, (db, courseId) => refersTo(db, Certificate, "courseId", courseId)),
  ],
  timers: [examReminders],
  workers: [certificateBatch.worker],
  htmlPages: certificatePages,
  constraints: {
    test_application_first: "TEST_DUP",
    test_application_return_reason: "REASON_REQUIRED",
    grade_two_persons: "SELF_REVIEW",
    grade_claimed: "GRADE_CLAIMED",
    certificate_revocation_reason: "REASON_REQUIRED",
  },
};
