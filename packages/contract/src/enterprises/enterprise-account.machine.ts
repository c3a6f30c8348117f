import { machine } from "../core/machine.ts";
import { accountState } from "./account-state.ts";

/** The account that an enterprise files with its record: in force once somebody else has approved it. */
export const enterpriseAccountMachine = machine({
  name: "enterpriseAccount",
  zh: "企业收款账户",
  en: "Account of an enterprise",
  entity: "EnterpriseTotal",
  field: "accountState",
  resource: "enterprise_total",
  states: accountState,
  initial: "0",
  actions: {
    fileAccount: {
      zh: "提交收款账户",
      en: "File the account",
      from: ["0", "1", "2", "3"],
      to: "2",
      by: ["entAdmin", "clerk"],
      permission: "enterprise_total_edit",
    },
    approveAccount: {
      zh: "账户审核通过",
      en: "Approve the account",
      from: ["2"],
      to: "1",
      by: ["clerk"],
      notOwn: "pendingFilers",
    },
    returnAccount: {
      zh: "退回账户",
      en: "Return the account",
      from: ["2"],
      to: "3",
      by: ["clerk"],
      reason: true,
    },
  },
});
