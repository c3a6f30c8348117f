import { confirmStatus } from "../core/fields/codes.ts";
import { machine } from "../core/machine.ts";

/** Saving and removing a draft are plain edits. */
export const organisationPlanMachine = machine({
  name: "organisationPlan",
  zh: "机构培训计划",
  en: "Institution plan",
  entity: "OrganisationPlan",
  field: "confirmStatus",
  resource: "org_plan",
  states: confirmStatus,
  initial: "unSubmit",
  actions: {
    commit: { zh: "提交", en: "Submit", from: ["unSubmit", "back"], to: "unConfirm", by: ["orgAdmin"], collect: true },
    confirm: {
      zh: "通过",
      en: "Approve",
      from: ["unConfirm"],
      to: "Confirm",
      by: ["clerk", "firstReviewer"],
      notOwn: true,
    },
    back: { zh: "退回", en: "Return", from: ["unConfirm"], to: "back", by: ["clerk", "firstReviewer"], reason: true },
    invalidate: {
      zh: "作废",
      en: "Void",
      from: ["unSubmit", "back", "unConfirm"],
      to: "Invalidate",
      by: ["orgAdmin", "clerk"],
      danger: true,
    },
    /** An approved plan gives its places back, which only the bureau decides. */
    invalidateApproved: {
      zh: "撤销",
      en: "Withdraw approval",
      from: ["Confirm"],
      to: "Invalidate",
      by: ["clerk"],
      reason: true,
      danger: true,
    },
  },
});
