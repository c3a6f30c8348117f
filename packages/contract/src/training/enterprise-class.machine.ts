import { confirmStatus } from "../core/fields/codes.ts";
import { machine } from "../core/machine.ts";

/** A class of an enterprise; its running state is derived as that of other classes. The roster follows the class. */
export const enterpriseClassMachine = machine({
  name: "enterpriseClass",
  zh: "企业培训班",
  en: "Enterprise class",
  entity: "EnterpriseClass",
  field: "confirmStatus",
  resource: "enterprise_class",
  states: confirmStatus,
  initial: "unSubmit",
  actions: {
    commit: { zh: "提交", en: "Submit", from: ["unSubmit", "back"], to: "unConfirm", by: ["entAdmin"], collect: true },
    confirm: {
      zh: "审核通过",
      en: "Approve",
      from: ["unConfirm"],
      to: "Confirm",
      by: ["clerk", "firstReviewer"],
      notOwn: true,
      collect: true,
    },
    back: {
      zh: "退回",
      en: "Return",
      from: ["unConfirm"],
      to: "back",
      by: ["clerk", "firstReviewer"],
      reason: true,
    },
    invalidate: {
      zh: "作废",
      en: "Discard",
      from: ["unSubmit", "back", "unConfirm"],
      to: "Invalidate",
      by: ["entAdmin", "clerk"],
      danger: true,
    },
    terminate: {
      zh: "终止开班",
      en: "End the class",
      from: ["Confirm"],
      to: "Invalidate",
      by: ["clerk"],
      reason: true,
      danger: true,
    },
  },
});

export type EnterpriseClassMove = keyof typeof enterpriseClassMachine.actions;
