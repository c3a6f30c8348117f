import type { Domain } from "../core/implement.ts";
import { assessorRoutes } from "./assessor.routes.ts";
import { certificateLookupRoutes } from "./certificate-lookup.ts";
import { certificatePages } from "./certificate-page.ts";
import { certificateBatch, certificatePrintRoutes } from "./certificate-print.ts";
import { certificateRoutes } from "./certificate.routes.ts";
import { examsExports } from "./exams.exports.ts";
import { gradeRoutes } from "./grade.routes.ts";
import { examReminders } from "./reminders.ts";
import { testApplicationRoutes } from "./test-application.routes.ts";

export const exams: Domain = {
  name: "exams",
  routes: [
    ...assessorRoutes,
    ...testApplicationRoutes,
    ...gradeRoutes,
    ...certificateRoutes,
    ...certificatePrintRoutes,
    ...certificateLookupRoutes,
    ...examsExports.map(({ route }) => route),
  ],
  timers: [examReminders],
  workers: [certificateBatch.worker, ...examsExports.map(({ worker }) => worker)],
  htmlPages: certificatePages,
  constraints: {
    test_application_first: "TEST_DUP",
    test_application_return_reason: "REASON_REQUIRED",
    grade_two_persons: "SELF_REVIEW",
    certificate_revocation_reason: "REASON_REQUIRED",
  },
};
