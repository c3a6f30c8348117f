import { auditRecordShape } from "../core/audit-record.ts";
import { call, counted, crudCalls, picked } from "../core/call.ts";
import { exportCall } from "../core/export.ts";
import { code, date, text } from "../core/fields/field.ts";
import { confirmStatus } from "../core/fields/codes.ts";
import { draftShape, list, none, optional, record, rowShape } from "../core/fields/shape.ts";
import { AssessorAssignment } from "./assessors/assessor-assignment.ts";
import { condition, eligibleQuery, eligibleStudents, ineligible, met } from "./application-shapes.ts";
import { printed } from "./exam-codes.ts";
import { TestApplication } from "./test-application.ts";
import { TestCandidate } from "./test-candidate.ts";

const path = "/api/zjgrsj-train/trainingManagement/trainInstitution/test_apply";
const crud = crudCalls(TestApplication, path, "test_apply");
const whole = rowShape(TestApplication, {
  testList: list(rowShape(TestCandidate, { metConditions: met })),
  conditionList: list(condition),
  assessorList: list(rowShape(AssessorAssignment)),
  auditList: list(auditRecordShape),
});
const ids = picked();
const reason = text(500, "原因", "Reason");

export const testApplicationCalls = {
  ...crud,
  detail: call({ ...crud.detail, output: whole }),
  listOfOrg: call({
    ...crud.list,
    name: "TestApplication.listOfOrg",
    path: `${path}/getTestApplyUsedByOrg`,
    audience: ["institution"],
  }),
  listOfBureau: call({
    ...crud.list,
    name: "TestApplication.listOfBureau",
    path: `${path}/getTestApplyUsedByManage`,
    audience: ["bureau"],
  }),
  listOfPerson: call({
    ...crud.list,
    name: "TestApplication.listOfPerson",
    path: `${path}/getTestApplyUsedByPerson`,
    audience: ["person"],
  }),
  /** Head and candidates together; candidates left out stay, `delTestDTOs` takes some away. Without candidates a new application takes every eligible student. */
  submit: call({
    name: "TestApplication.submit",
    method: "POST",
    path: `${path}/submit`,
    zh: "保存考核申请",
    en: "Save a test application",
    access: ["test_apply_add", "test_apply_edit"],
    input: record({
      testApplyDTO: draftShape(TestApplication),
      testDTOs: optional(list(draftShape(TestCandidate), 500)),
      delTestDTOs: optional(list(record({ testId: text(19, "明细", "Row", "required") }), 500)),
    }),
    output: whole,
  }),
  printSwitching: call({
    name: "TestApplication.print",
    method: "POST",
    path: `${path}/printSwitching`,
    zh: "打印标志",
    en: "Mark as printed",
    access: "test_apply_edit",
    style: "query",
    input: record({ ids, print: code(printed, "打印标志", "Printed", "required") }),
    output: none,
  }),
  /** `confirmType` names the target: unConfirm submits, Confirm approves with the date and place fixed. */
  confirm: call({
    name: "TestApplication.confirm",
    method: "POST",
    path: `${path}/confirm`,
    zh: "提交或审核考核申请",
    en: "Submit or approve test applications",
    access: ["test_apply_commit", "test_apply_confirm"],
    input: record({
      ids,
      confirmType: code(confirmStatus, "目标状态", "Target", "required"),
      testDate: date("核定考核日期", "Date fixed"),
      testPlace: text(200, "考核地点", "Place"),
      confirmOpinion: text(500, "审核意见", "Opinion"),
      ineligible,
    }),
    output: none,
  }),
  /** `confirmType` back returns, Invalidate voids; both need a reason. */
  confirmSubmit: call({
    name: "TestApplication.confirmSubmit",
    method: "POST",
    path: `${path}/confirmSubmit`,
    zh: "退回或作废考核申请",
    en: "Return or void test applications",
    access: ["test_apply_back", "test_apply_invalidate", "test_apply_revoke"],
    input: record({ ids, confirmType: code(confirmStatus, "目标状态", "Target", "required"), reason }),
    output: none,
  }),
  pendingCount: call({
    name: "TestApplication.pendingCount",
    method: "POST",
    path: `${path}/getUnConfirmTestNumber`,
    zh: "待审核考核数",
    en: "Test applications waiting",
    access: "test_apply_view",
    output: counted,
  }),
  export: exportCall(TestApplication, path, "test_apply"),
};
/** Students of a class who may be put into an application of this kind, and why the others may not. */
export const testEligible = call({
  name: "TestApplication.eligible",
  method: "GET",
  path: `${path}/eligible`,
  zh: "可申请考核学员",
  en: "Students who may be assessed",
  access: "test_apply_add",
  input: eligibleQuery,
  output: eligibleStudents,
});
