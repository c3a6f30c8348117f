import { codeList } from "../core/fields/field.ts";

/** How the account stands that an enterprise filed. */
export const accountState = codeList("ACCOUNT_STATE", "收款账户状态", "State of the account", {
  "0": ["未填写", "None", "neutral"],
  "1": ["已生效", "In force", "good"],
  "2": ["待审核", "Waiting", "waiting"],
  "3": ["已退回", "Returned", "bad"],
});
