import { after, before } from "node:test";
import { enterpriseCertificateCalls } from "@jipei/contract/assessment/enterprise-certificate.calls.ts";
import { enterpriseTestApplicationCalls } from "@jipei/contract/assessment/enterprise-test-application.calls.ts";
import { enterpriseTestCalls } from "@jipei/contract/assessment/enterprise-test.calls.ts";
import { enterpriseCourseCalls } from "@jipei/contract/catalogue/enterprise-course.ts";
import { getPermission } from "@jipei/contract/core/machine.ts";
import { enterpriseTotalCalls } from "@jipei/contract/enterprises/enterprise-total.ts";
import { injuryRecordCalls } from "@jipei/contract/enterprises/injury-record.ts";
import { investigationCalls } from "@jipei/contract/inspection/investigation.calls.ts";
import { enterpriseAccountMachine } from "@jipei/contract/enterprises/enterprise-account.machine.ts";
import { paymentMachine } from "@jipei/contract/subsidies/payment.machine.ts";
import { signUpMachine } from "@jipei/contract/training/sign-up.machine.ts";
import {
  enterpriseClaimCalls,
  enterpriseLineCalls,
} from "@jipei/contract/subsidies/enterprise-subsidy-application.calls.ts";
import { enterpriseClassCalls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { enterpriseSignCalls } from "@jipei/contract/training/enterprise-sign.ts";
import { enterpriseStudentCalls } from "@jipei/contract/training/enterprise-student.ts";
import { describeMatrix } from "./support/matrix.ts";
import { type TestApp, startTestApp } from "./support/test-app.ts";

/** Section H of the capability matrix as the specification has it: who may do what with the rows of enterprises, in the order of `roles`. */
const table = `
  enterprise_total                 LCED  LCE   L    L    L   L  L  -      -  OCE    -   -    -
  enterprise_class                 L     LET   LT   L    L   L  L  -      -  OCEDT  V   -    V
  enterprise_course                L     L     L    L    -   L  L  -      -  V      -   -    -
  enterprise_student               L     LE    L    L    L   L  L  -      -  OCED   O   -    -
  enterprise_sign                  L     L     L    -    -   L  L  OT     O  OCEDT  -   -    -
  enterprise_test_apply            L     LET   LT   L    -   L  L  -      -  OCEDT  -   O    -
  enterprise_test                  L     LE    L    L    -   L  L  -      -  OCED   O   OCE  -
  enterprise_cert                  LT    LCET  L    L    L   L  L  -      -  O      O   -    V
  enterprise_subsidy_apply         L     LT    LET  LET  LT  L  L  -      -  OCEDT  -   -    -
  enterprise_subsidy_apply_detail  L     L     LE   LE   L   L  L  -      -  OCED   O   -    -
  investigation                    L     LCET  LCET L    -   L  L  -      -  OCET   -   -    -
  injury_record                    LCEDT LCEDT L    L    -   L  L  -      -  OCED   -   -    -`;

const lists = {
  enterprise_total: enterpriseTotalCalls.list,
  enterprise_class: enterpriseClassCalls.list,
  enterprise_course: enterpriseCourseCalls.list,
  enterprise_student: enterpriseStudentCalls.list,
  enterprise_sign: enterpriseSignCalls.list,
  enterprise_test_apply: enterpriseTestApplicationCalls.list,
  enterprise_test: enterpriseTestCalls.list,
  enterprise_cert: enterpriseCertificateCalls.list,
  enterprise_subsidy_apply: enterpriseClaimCalls.list,
  enterprise_subsidy_apply_detail: enterpriseLineCalls.list,
  investigation: investigationCalls.list,
  injury_record: injuryRecordCalls.list,
} as const;

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

describeMatrix("the rights to rows of enterprises", () => app, {
  table,
  lists,
  // The institution's answer to staff signed up, the automatic check, the payment of both sides.
  elsewhere: {
    enterprise_sign: [getPermission(signUpMachine, "confirm")],
    enterprise_subsidy_apply: ["enterprise_subsidy_apply_auto_trial", getPermission(paymentMachine, "send")],
  },
  // That two people approve an account is ours.
  ours: [enterpriseAccountMachine.name],
});
