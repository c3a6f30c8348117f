import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { enterpriseCertificateCalls } from "@jipei/contract/assessment/enterprise-certificate.calls.ts";
import { enterpriseTestApplicationCalls } from "@jipei/contract/assessment/enterprise-test-application.calls.ts";
import { enterpriseTestCalls } from "@jipei/contract/assessment/enterprise-test.calls.ts";
import { enterpriseCourseCalls } from "@jipei/contract/catalogue/enterprise-course.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import { getPermission } from "@jipei/contract/core/machine.ts";
import { type RoleAlias, roleAliases } from "@jipei/contract/core/roles.ts";
import { enterpriseTotalCalls } from "@jipei/contract/enterprises/enterprise-total.ts";
import { injuryRecordCalls } from "@jipei/contract/enterprises/injury-record.ts";
import { investigationCalls } from "@jipei/contract/inspection/investigation.calls.ts";
import { enterpriseAccountMachine } from "@jipei/contract/enterprises/enterprise-account.machine.ts";
import { paymentMachine } from "@jipei/contract/subsidies/payment.machine.ts";
import { signUpMachine } from "@jipei/contract/training/sign-up.machine.ts";
import { machines } from "@jipei/contract/machines.ts";
import {
  enterpriseClaimCalls,
  enterpriseLineCalls,
} from "@jipei/contract/subsidies/enterprise-subsidy-application.calls.ts";
import { enterpriseClassCalls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { enterpriseSignCalls } from "@jipei/contract/training/enterprise-sign.ts";
import { enterpriseStudentCalls } from "@jipei/contract/training/enterprise-student.ts";
import { type TestApp, startTestApp } from "./support/test-app.ts";

/** Section H of the capability matrix as the specification has it: who may do what with the rows of enterprises, in the order of `roles`. */
const matrix = `
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
type Resource = keyof typeof lists;
const listOf = (resource: Resource): Call<object, object> => lists[resource];

/** Rights that lead rows of a resource on beside its moves: the institution's answer to staff signed up, the automatic check, the payment of both sides. */
const elsewhere: Partial<Record<Resource, readonly string[]>> = {
  enterprise_sign: [getPermission(signUpMachine, "confirm")],
  enterprise_subsidy_apply: ["enterprise_subsidy_apply_auto_trial", getPermission(paymentMachine, "send")],
};
/** Rights by which rows of a resource change their state. That two people approve an account is ours, and not in the matrix. */
const movesOf = (resource: Resource): string[] => [
  ...machines
    .filter((machine) => machine.resource === resource && machine.name !== enterpriseAccountMachine.name)
    .flatMap((machine) => Object.keys(machine.actions).map((action) => getPermission(machine, action)))
    .filter((key) => key.startsWith(`${resource}_`)),
  ...(elsewhere[resource] ?? []),
];

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

describe("the rights to rows of enterprises", () => {
  for (const line of matrix.trim().split("\n")) {
    const [resource, ...cells] = line.trim().split(/\s+/) as [Resource, ...string[]];
    it(`${resource}: are those of the matrix`, async () => {
      assert.equal(cells.length, roleAliases.length);
      const found = roleAliases.map((role, place) => {
        const { permissions } = app.as(role).actor;
        const has = (right: string) => permissions.has(`${resource}_${right}`);
        // Which rows L, O and V mean is decided by the scope of each entity.
        const sees = has("view") ? (cells[place]?.[0] ?? "") : "";
        const moves = movesOf(resource).some((key) => permissions.has(key));
        return (
          `${sees}${has("add") ? "C" : ""}${has("edit") ? "E" : ""}${has("delete") ? "D" : ""}${moves ? "T" : ""}` ||
          "-"
        );
      });
      assert.deepEqual(byRole(found), byRole(cells));
    });

    it(`${resource}: opens its list to those alone whose cell is not empty`, async () => {
      const answers: string[] = [];
      for (const role of roleAliases)
        answers.push(
          (await app.as(role).attempt(listOf(resource), {} as never)).errorCode === "ROLE_DENIED" ? "-" : "open",
        );
      assert.deepEqual(byRole(answers), byRole(cells.map((cell) => (cell === "-" ? "-" : "open"))));
    });
  }
});

const byRole = (cells: readonly string[]) =>
  Object.fromEntries(roleAliases.map((role, place): [RoleAlias, string | undefined] => [role, cells[place]]));
