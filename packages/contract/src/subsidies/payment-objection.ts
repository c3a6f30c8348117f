import { auditRecordShape } from "../core/audit-record.ts";
import { byId, call } from "../core/call.ts";
import { subsidyKind, unitSide } from "../core/fields/codes.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { code, codeList, date, datetime, decimal, id, lookup, personLookup, ref, text } from "../core/fields/field.ts";
import { list, none, pageShape, queryShape, record, rowShape } from "../core/fields/shape.ts";

export const objectionState = codeList("OBJECTION_STATE", "异议状态", "Objection", {
  open: ["待处理", "Open", "waiting"],
  answered: ["已答复", "Answered", "good"],
});

/** A person objects to a payment made in their name: «this was not me». The bureau investigates and answers. */
export const PaymentObjection = entity(
  "PaymentObjection",
  "拨付异议",
  "Payment objection",
  {
    lineId: ref("SubsidyLine", "补贴明细", "Claim row", "required"),
    applyId: ref("SubsidyApplication", "补贴申请", "Claim", "computed", { always: true }),
    applyNo: lookup("applyId", "SubsidyApplication", "applyNo", "申请编号", "Claim number"),
    /** Whose claim it is. */
    side: code(unitSide, "单位类型", "Kind of unit", "computed", { derived: true, always: true }),
    subsidyKind: lookup("applyId", "SubsidyApplication", "subsidyKind", "补贴种类", "Kind", subsidyKind),
    orgId: ref("Organisation", "机构", "Institution", "computed", { always: true }),
    orgName: lookup("orgId", "Organisation", "orgName", "机构", "Institution"),
    accountId: ref("StudentAccount", "学员账号", "Account", "computed", { always: true }),
    name: personLookup("accountId", "StudentAccount", "姓名", "Name"),
    amount: decimal(10, 2, "金额", "Amount", "computed", { unitZh: "元", unitEn: "yuan", always: true }),
    payDate: date("拨付日期", "Paid on", "computed"),
    reason: text(500, "异议说明", "What is wrong", "required"),
    state: code(objectionState, "状态", "State", "computed", { always: true }),
    answer: text(500, "答复", "Answer", "computed"),
    answerUser: ref("User", "答复人", "Answered by", "computed"),
    answerTime: datetime("答复时间", "Answered", "computed"),
  },
  { title: "name", filters: ["state", "applyNo", "orgId", "createTime"], sorts: ["state"], order: ["-createTime"] },
);
export interface PaymentObjectionRow extends Row<typeof PaymentObjection> {}

const path = "/api/zjgrsj-train/student/payment_objection";
export const paymentObjectionCalls = {
  list: call({
    name: "PaymentObjection.list",
    method: "GET",
    path: `${path}/list`,
    zh: "拨付异议列表",
    en: "Payment objections: list",
    access: "payment_objection_view",
    audience: ["bureau", "person"],
    input: queryShape(PaymentObjection),
    output: pageShape(rowShape(PaymentObjection)),
  }),
  detail: call({
    name: "PaymentObjection.detail",
    method: "GET",
    path: `${path}/detail`,
    zh: "拨付异议详情",
    en: "Payment objection: detail",
    access: "payment_objection_view",
    audience: ["bureau", "person"],
    input: byId,
    output: rowShape(PaymentObjection, { auditList: list(auditRecordShape) }),
  }),
  /** This was not me. One objection a payment. */
  submit: call({
    name: "PaymentObjection.submit",
    adds: PaymentObjection,
    method: "POST",
    path: `${path}/submit`,
    zh: "提出异议",
    en: "Object to a payment",
    access: "payment_objection_add",
    audience: ["person"],
    input: record({
      lineId: ref("SubsidyLine", "补贴明细", "Claim row", "required"),
      reason: text(500, "异议说明", "What is wrong", "required"),
    }),
    output: record({ id: id("主键", "Id", "required") }),
  }),
  export: exportCall(PaymentObjection, path, "payment_objection", ["bureau"]),
  answer: call({
    name: "PaymentObjection.answer",
    method: "POST",
    path: `${path}/answer`,
    zh: "答复异议",
    en: "Answer an objection",
    access: "payment_objection_edit",
    audience: ["bureau"],
    input: record({ id: id("主键", "Id", "required"), answer: text(500, "答复", "Answer", "required") }),
    output: none,
  }),
};
