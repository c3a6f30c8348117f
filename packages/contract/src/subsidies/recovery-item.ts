import { unitSide } from "../core/fields/codes.ts";
import { auditRecordShape } from "../core/audit-record.ts";
import { byId, call, ids, idsWithReason, picked } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { yesNo } from "../core/fields/flags.ts";
import { code, data, date, datetime, decimal, files, lookup, ref, text } from "../core/fields/field.ts";
import { list, none, pageShape, queryShape, record, rowShape } from "../core/fields/shape.ts";
import { getPermission } from "../core/machine.ts";
import { evidenceLinks } from "./finding.ts";
import { recoveryItemMachine } from "./recovery-item.machine.ts";
import { recoveryReason, recoveryState } from "./subsidy-codes.ts";

const yuan = { unitZh: "元", unitEn: "yuan" };

/** A row that was paid and would not be paid today, as the daily watch found it in our own records: with its reason and what proves it. */
export const RecoveryItem = entity(
  "RecoveryItem",
  "待追回",
  "To be recovered",
  {
    lineId: ref("SubsidyLine", "补贴明细", "Claim row", "computed", { always: true }),
    name: text(50, "姓名", "Name", "computed", { person: true, always: true }),
    applyId: ref("SubsidyApplication", "补贴申请", "Claim", "computed", { always: true }),
    applyNo: lookup("applyId", "SubsidyApplication", "applyNo", "申请编号", "Claim number"),
    /** Whose claim it is. */
    side: code(unitSide, "单位类型", "Kind of unit", "computed", { derived: true, always: true }),
    classId: ref("TrainingClass", "班级", "Class", "computed", { always: true }),
    classNo: lookup("classId", "TrainingClass", "classNo", "班级编号", "Class number"),
    orgId: ref("Organisation", "机构", "Institution", "computed", { always: true }),
    orgName: lookup("orgId", "Organisation", "orgName", "机构名称", "Institution name"),
    reason: code(recoveryReason, "追回原因", "Reason", "computed", { always: true }),
    /** What was found: a number, a day, a percentage. Another fact is another entry. */
    fact: text(200, "事实", "Fact", "computed", { always: true }),
    evidence: data(evidenceLinks, "依据", "Evidence"),
    amount: decimal(10, 2, "已付金额", "Amount paid", "computed", { ...yuan, always: true }),
    since: date("发现日期", "Found on", "computed", { always: true }),
    state: code(recoveryState, "状态", "State", "computed", { always: true }),
    proposeUser: ref("User", "提议人", "Proposed by", "computed"),
    proposeReason: text(500, "不予追回的理由", "Reason to dismiss", "computed"),
    decideUser: ref("User", "处理人", "Decided by", "computed"),
    decideTime: datetime("处理时间", "Decided", "computed"),
    /** What its recovery brought back of the row; of a row with several reasons the first entry has it. */
    recoveredAmount: decimal(10, 2, "追回金额", "Recovered", "computed", yuan),
    /** The recovery that settled it. */
    entryId: ref("PaymentEntry", "追回记录", "Recovery", "computed"),
  },
  {
    title: "name",
    filters: ["reason", "state", "name", "applyNo", "classNo", "orgId", "orgName", "since"],
    sorts: ["since", "amount", "reason", "state"],
    order: ["-since"],
  },
);
export interface RecoveryItemRow extends Row<typeof RecoveryItem> {}

const path = "/api/zjgrsj-train/trainingManagement/trainInstitution/recovery_item";
const move = (name: "propose" | "decline", zh: string, en: string) =>
  call({
    name: `RecoveryItem.${name}`,
    method: "POST",
    path: `${path}/${name}`,
    zh,
    en,
    access: getPermission(recoveryItemMachine, name),
    audience: ["bureau"],
    style: "query",
    input: idsWithReason,
    output: none,
  });
export const recoveryItemCalls = {
  list: call({
    name: "RecoveryItem.list",
    method: "GET",
    path: `${path}/list`,
    zh: "待追回列表",
    en: "To be recovered: list",
    access: "recovery_item_view",
    audience: ["bureau"],
    input: queryShape(RecoveryItem),
    output: pageShape(rowShape(RecoveryItem)),
  }),
  detail: call({
    name: "RecoveryItem.detail",
    method: "GET",
    path: `${path}/detail`,
    zh: "待追回详情",
    en: "To be recovered: detail",
    access: "recovery_item_view",
    audience: ["bureau"],
    input: byId,
    output: rowShape(RecoveryItem, { auditList: list(auditRecordShape) }),
  }),
  /** Says why something need not be recovered. */
  propose: move("propose", "提议不予追回", "Propose to dismiss"),
  /** Another person does not agree, and it stays to be recovered. */
  decline: move("decline", "不同意不予追回", "Decline to dismiss"),
  /** Another person than the one who proposed it agrees. */
  dismiss: call({
    name: "RecoveryItem.dismiss",
    method: "POST",
    path: `${path}/dismiss`,
    zh: "不予追回",
    en: "Dismiss",
    access: getPermission(recoveryItemMachine, "dismiss"),
    audience: ["bureau"],
    style: "query",
    input: ids,
    output: none,
  }),
  /** Recovers entries of one claim by a decision, as a command in the ledger of its payment: what was paid for their rows, which an amount that is said has to be. */
  settle: call({
    name: "RecoveryItem.settle",
    method: "POST",
    path: `${path}/settle`,
    zh: "追回",
    en: "Recover",
    access: getPermission(recoveryItemMachine, "settle"),
    audience: ["bureau"],
    input: record({
      ids: picked(),
      reason: text(500, "原因", "Reason", "required"),
      forFalseness: code(yesNo, "是否虚假培训", "For falseness", "required"),
      recoveryList: files("追回决定", "Recovery decision", "required"),
      recoveredAmount: decimal(12, 2, "追回金额", "Amount recovered", "optional", { ...yuan, min: 0 }),
      paymentKey: text(64, "指令编号", "Key"),
    }),
    output: none,
  }),
  export: exportCall(RecoveryItem, path, "recovery_item", ["bureau"]),
};
