import { AssessorAssignment } from "@jipei/contract/assessment/assessors/assessor-assignment.ts";
import { AssessorType } from "@jipei/contract/assessment/assessors/assessor-type.ts";
import {
  assessorExport,
  assessorTypeExport,
  assignmentExport,
} from "@jipei/contract/assessment/assessors/assessor.calls.ts";
import { Assessor } from "@jipei/contract/assessment/assessors/assessor.ts";
import { candidateRoster } from "@jipei/contract/assessment/candidate-roster.calls.ts";
import { certificateCalls } from "@jipei/contract/assessment/certificate.calls.ts";
import { Certificate } from "@jipei/contract/assessment/certificate.ts";
import { enterpriseCertificateCalls } from "@jipei/contract/assessment/enterprise-certificate.calls.ts";
import { EnterpriseCertificate } from "@jipei/contract/assessment/enterprise-certificate.ts";
import { enterpriseTestApplicationCalls } from "@jipei/contract/assessment/enterprise-test-application.calls.ts";
import { EnterpriseTestApplication } from "@jipei/contract/assessment/enterprise-test-application.ts";
import { enterpriseTestCalls } from "@jipei/contract/assessment/enterprise-test.calls.ts";
import { EnterpriseTest } from "@jipei/contract/assessment/enterprise-test.ts";
import { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import { Grade } from "@jipei/contract/assessment/grade.ts";
import { testApplicationCalls } from "@jipei/contract/assessment/test-application.calls.ts";
import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import { TestCandidate } from "@jipei/contract/assessment/test-candidate.ts";
import type { ListQuery } from "@jipei/contract/core/fields/shape.ts";
import { sql } from "kysely";
import { exporter } from "../core/excel/export.ts";
import { invalidField } from "../core/foundation/refusal.ts";
import {
  assessorScope,
  assessorTypeScope,
  assignmentScope,
  candidateScope,
  certificateScope,
  enterpriseApplicationScope,
  enterpriseCertificateScope,
  enterpriseTestScope,
  gradeScope,
  testApplicationScope,
} from "./assessment.scope.ts";

/** Every list of the domain as a workbook. */
export const examsExports = [
  exporter(Assessor, assessorExport, { scope: assessorScope }),
  exporter(AssessorType, assessorTypeExport, { scope: assessorTypeScope }),
  exporter(AssessorAssignment, assignmentExport, { scope: assignmentScope }),
  exporter(TestApplication, testApplicationCalls.export, { scope: testApplicationScope }),
  exporter(Grade, gradeCalls.export, { scope: gradeScope }),
  exporter(Certificate, certificateCalls.export, { scope: certificateScope }),
  exporter(EnterpriseTestApplication, enterpriseTestApplicationCalls.export, { scope: enterpriseApplicationScope }),
  exporter(EnterpriseTest, enterpriseTestCalls.export, { scope: enterpriseTestScope }),
  exporter(EnterpriseCertificate, enterpriseCertificateCalls.export, { scope: enterpriseCertificateScope }),
  exporter(TestCandidate, candidateRoster, {
    scope: candidateScope,
    where: [sql`t.test_apply_id in (select a.id from test_application a where a.confirm_type = 'Confirm')`],
    whereOf: ofOneApplication,
    forPurpose: true,
    fields: [
      "studentNo",
      "name",
      "sex",
      "idType",
      "idNumber",
      "birthday",
      "nation",
      "education",
      "phone",
      "isEligible",
      "unEligibleReason",
    ],
  }),
];

/** Limits a roster to one application, since it goes to the body that assesses its candidates. @throws FIELD_INVALID */
function ofOneApplication({ filters }: ListQuery): [] {
  if (filters.some(({ field, operator }) => field === "testApplyId" && operator === "equal")) return [];
  const { zh, en } = TestCandidate.fields.testApplyId;
  throw invalidField("testApplyId", zh, en, "请选择", "please choose");
}
