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

/** What is wrong with the account of a unit, whose name the account must be in; null: nothing. @param unitName as it is filed */
export function unitPayeeIssue(
  { bankAccount, bankAccountName }: { bankAccount?: string | null; bankAccountName?: string | null },
  unitName: string,
): { field: "bankAccount" | "bankAccountName"; zh: string; en: string } | null {
  if (bankAccount && bankAccount.length < 8)
    return { field: "bankAccount", zh: "应为8–30位数字", en: "must have 8–30 digits" };
  if (bankAccountName && bankAccountName !== unitName)
    return { field: "bankAccountName", zh: "须与单位名称一致", en: "must equal the name of the unit" };
  return null;
}

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
