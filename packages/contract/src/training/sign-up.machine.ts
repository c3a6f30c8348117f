import { confirmStatus } from "../core/fields/codes.ts";
import { machine } from "../core/machine.ts";

/** Sign-up: the institution of the class decides. */
export const signUpMachine = machine({
  name: "signUp",
  zh: "学员报名",
  en: "Sign-up",
  entity: "SignUp",
  field: "confirmStatus",
  resource: "sign",
  states: confirmStatus,
  initial: "unSubmit",
  actions: {
    commit: { zh: "提交报名", en: "Submit", from: ["unSubmit", "back"], to: "unConfirm", by: ["orgAdmin", "student"] },
    confirm: { zh: "通过", en: "Accept", from: ["unConfirm"], to: "Confirm", by: ["orgAdmin"] },
    back: { zh: "退回", en: "Return", from: ["unConfirm"], to: "back", by: ["orgAdmin"], reason: true },
    invalidate: {
      zh: "撤销报名",
      en: "Withdraw",
      from: ["unSubmit", "back", "unConfirm", "Confirm"],
      to: "Invalidate",
      by: ["orgAdmin", "student"],
      danger: true,
    },
    // When a class is confirmed, sign-ups still waiting for it lapse.
    lapse: {
      zh: "报名截止",
      en: "Lapse",
      from: ["unSubmit", "back", "unConfirm"],
      to: "Invalidate",
      by: ["clerk", "firstReviewer"],
      permission: "train_class_confirm",
    },
    // Staff are signed up and withdrawn by their enterprise, all of a sign-up together.
    commitStaff: {
      zh: "随企业报名提交",
      en: "Submit with the enterprise’s sign-up",
      from: ["unSubmit", "back"],
      to: "unConfirm",
      by: ["entAdmin"],
      permission: "enterprise_sign_sign",
    },
    withdrawStaff: {
      zh: "随企业报名撤销",
      en: "Withdraw with the enterprise’s sign-up",
      from: ["unConfirm", "Confirm", "back"],
      to: "Invalidate",
      by: ["entAdmin"],
      permission: "enterprise_sign_invalidate",
    },
  },
});
