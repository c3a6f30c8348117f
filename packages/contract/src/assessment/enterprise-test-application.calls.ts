import { auditRecordShape } from "../core/audit-record.ts";
import { call, crudCalls, picked } from "../core/call.ts";
import { exportCall } from "../core/export.ts";
import { confirmStatus } from "../core/fields/codes.ts";
import { code, date, id, text } from "../core/fields/field.ts";
import { draftShape, list, none, optional, record, rowShape } from "../core/fields/shape.ts";
import { getPermission } from "../core/machine.ts";
import { condition, eligibleQuery, eligibleStudents, ineligible, met } from "./application-shapes.ts";
import { AssessorAssignment } from "./assessors/assessor-assignment.ts";
import { EnterpriseTestApplication } from "./enterprise-test-application.ts";
import { EnterpriseTest } from "./enterprise-test.ts";
import { printed } from "./exam-codes.ts";
import { type ApplicationMove, enterpriseTestMachine } from "./test-application.machine.ts";

const path = "/api/zjgrsj-train/trainingManagement/enterprise/test_apply";
const resource = "enterprise_test_apply";
const crud = crudCalls(EnterpriseTestApplication, path, resource);
const whole = rowShape(EnterpriseTestApplication, {
  testList: list(rowShape(EnterpriseTest, { metConditions: met })),
  conditionList: list(condition),
  assessorList: list(rowShape(AssessorAssignment)),
  auditList: list(auditRecordShape),
});
const moves = Object.keys(enterpriseTestMachine.actions) as ApplicationMove[];

export const enterpriseTestApplicationCalls = {
  ...crud,
  detail: call({ ...crud.detail, output: whole }),
  /**
   * Head and candidates together, as those of institutions are saved; `confirmType` names the state that the application shall have: unConfirm saves and
   * submits, the others are the bureau's (Confirm with date and place, back and Invalidate with a reason).
   */
  submit: call({
    name: "EnterpriseTestApplication.submit",
    method: "POST",
    path: `${path}/submit`,
    zh: "保存、提交或审核企业考核申请",
    en: "Save, submit or decide on a test application of an enterprise",
    access: [`${resource}_add`, `${resource}_edit`, ...moves.map((move) => getPermission(enterpriseTestMachine, move))],
    input: record({
      enterpriseTestApplyDTO: optional(draftShape(EnterpriseTestApplication)),
      enterpriseTestDTO: optional(list(draftShape(EnterpriseTest), 500)),
      delEnterpriseTestDTO: optional(list(record({ testId: text(19, "明细", "Row", "required") }), 500)),
      /** Of an application that is there; or in the DTO. */
      id: id("考核申请", "Test application"),
      confirmType: code(confirmStatus, "目标状态", "Wanted state"),
      reason: text(500, "原因", "Reason"),
      testDate: date("核定考核日期", "Date fixed"),
      testPlace: text(200, "考核地点", "Place"),
      confirmOpinion: text(500, "审核意见", "Opinion"),
      ineligible,
    }),
    output: whole,
  }),
  getEnterpriseTestApply: call({
    ...crud.list,
    name: "EnterpriseTestApplication.getEnterpriseTestApply",
    path: `${path}/getEnterpriseTestApply`,
  }),
  printSwitching: call({
    name: "EnterpriseTestApplication.print",
    method: "POST",
    path: `${path}/printSwitching`,
    zh: "打印标志(企业)",
    en: "Mark an enterprise’s application as printed",
    access: `${resource}_edit`,
    style: "query",
    input: record({ ids: picked(), print: code(printed, "打印标志", "Printed", "required") }),
    output: none,
  }),
  eligible: call({
    name: "EnterpriseTestApplication.eligible",
    method: "GET",
    path: `${path}/eligible`,
    zh: "可申请考核职工",
    en: "Staff who may be assessed",
    access: `${resource}_add`,
    input: eligibleQuery,
    output: eligibleStudents,
  }),
  export: exportCall(EnterpriseTestApplication, path, resource),
};
