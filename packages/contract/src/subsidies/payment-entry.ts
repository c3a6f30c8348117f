import { type Row, entity } from "../core/entity.ts";
import { yesNo } from "../core/fields/flags.ts";
import { type CodeOf, code, codeList, date, decimal, files, lookup, ref, text } from "../core/fields/field.ts";

export const paymentCommand = codeList("PAYMENT_COMMAND", "拨付指令", "Payment command", {
  send: ["送财政拨付", "Sent to finance", "waiting"],
  confirm: ["确认到账", "Paid", "good"],
  fail: ["拨付失败", "Failed", "bad"],
  recover: ["追回", "Recovered", "bad"],
});
export type PaymentCommand = CodeOf<typeof paymentCommand>;

/** One command in the ledger of a claim's payment. It is never changed; the state of the payment follows from all of them. */
export const PaymentEntry = entity(
  "PaymentEntry",
  "拨付台账",
  "Payment ledger",
  {
    applyId: ref("SubsidyApplication", "补贴申请", "Claim", "computed", { always: true }),
    orgId: ref("Organisation", "机构", "Institution", "computed", { always: true }),
    command: code(paymentCommand, "指令", "Command", "computed", { always: true }),
    /** Stands for this one command for ever: given again, it has no second effect. */
    paymentKey: text(64, "指令编号", "Key", "computed", { always: true }),
    payBatchNo: text(30, "拨付批次", "Payment batch", "computed"),
    /** Yuan: approved when sent, paid when confirmed, taken back when recovered. */
    amount: decimal(12, 2, "金额", "Amount", "computed", { unitZh: "元", unitEn: "yuan", always: true }),
    payDate: date("业务日期", "Day", "computed", { always: true }),
    bankName: text(100, "开户银行", "Bank", "computed"),
    bankAccount: text(30, "银行账号", "Bank account", "computed", { masked: "unitAccount", encrypted: true }),
    bankAccountName: text(100, "账户名称", "Account name", "computed"),
    reason: text(500, "原因", "Reason", "computed"),
    forFalseness: code(yesNo, "是否虚假培训", "For falseness", "computed"),
    documentList: files("依据材料", "Documents", "computed"),
    operatorName: lookup("createUser", "User", "name", "经办人", "Officer"),
  },
  { title: "command", filters: ["applyId", "command"], order: ["createTime"] },
);
export interface PaymentEntryRow extends Row<typeof PaymentEntry> {}
