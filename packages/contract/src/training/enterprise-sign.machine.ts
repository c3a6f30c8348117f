import { confirmStatus } from "../core/fields/codes.ts";
import { machine } from "../core/machine.ts";

/** An enterprise signs staff up for an institution's class; the institution decides person by person, and the sign-up follows them. */
export const enterpriseSignMachine = machine({
  name: "enterpriseSign",
  zh: "企业报名",
  en: "Enterprise sign-up",
  entity: "EnterpriseSign",
  field: "confirmStatus",
  resource: "enterprise_sign",
  states: confirmStatus,
  initial: "unSubmit",
  actions: {
    sign: { zh: "提交报名", en: "Sign up", from: ["unSubmit", "back"], to: "unConfirm", by: ["entAdmin"] },
    revise: {
      zh: "修改报名",
      en: "Revise",
      from: ["back"],
      to: "unSubmit",
      by: ["entAdmin"],
      permission: "enterprise_sign_edit",
    },
    invalidate: {
      zh: "撤销报名",
      en: "Withdraw",
      from: ["unConfirm"],
      to: "Invalidate",
      by: ["entAdmin"],
      danger: true,
    },
    // What becomes of the whole after a decision on its persons, named by that decision and made with its right.
    accept: {
      zh: "人员全部办结",
      en: "Last person accepted",
      from: ["unConfirm"],
      to: "Confirm",
      by: ["orgAdmin"],
      permission: "sign_confirm",
    },
    back: {
      zh: "人员全部退回",
      en: "Last person returned",
      from: ["unConfirm"],
      to: ["back", "Confirm"],
      by: ["orgAdmin"],
      permission: "sign_back",
    },
    leave: {
      zh: "人员撤销报名",
      en: "Last person withdrawn",
      from: ["unConfirm", "back"],
      to: ["Invalidate", "back", "Confirm"],
      by: ["orgAdmin", "student"],
      permission: "sign_invalidate",
    },
    lapse: {
      zh: "报名截止",
      en: "Lapse",
      from: ["unSubmit", "unConfirm", "back"],
      to: ["Invalidate", "Confirm"],
      by: ["clerk", "firstReviewer"],
      permission: "train_class_confirm",
    },
  },
});
