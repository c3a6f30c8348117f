import { datetime, text } from "../core/fields/field.ts";
import { list, one, record } from "../core/fields/shape.ts";

/** Where a unit is paid. Once the unit is approved, nobody changes these alone (docs/decisions/0194). */
export const payeeFields = {
  bankName: text(100, "开户银行", "Bank", "submit"),
  bankAccount: text(30, "银行账号", "Bank account", "submit", {
    masked: "unitAccount",
    encrypted: true,
    format: "digits",
  }),
  bankAccountName: text(100, "账户名称", "Account holder", "submit"),
};

const filerNames = list(one(text(50, "提交人", "Filed by", "required")));

/** What the detail of a unit adds: who filed what waits, and every account that was approved, newest first. */
export const payeeParts = {
  filerNames,
  accountList: list(
    record({
      bankName: payeeFields.bankName,
      bankAccount: payeeFields.bankAccount,
      bankAccountName: payeeFields.bankAccountName,
      filerNames,
      fileTime: datetime("提交时间", "Filed", "computed"),
      approverName: text(50, "审核人", "Approved by", "computed"),
      approveTime: datetime("审核时间", "Approved", "computed"),
    }),
  ),
};
