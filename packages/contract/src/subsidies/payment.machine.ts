import { payStatus } from "../core/fields/codes.ts";
import { machine } from "../core/machine.ts";

/** Payment of a completed claim; the result comes from the finance system. */
export const paymentMachine = machine({
  name: "payment",
  zh: "拨付",
  en: "Payment",
  entity: "SubsidyApplication",
  field: "payStatus",
  resource: "subsidy_apply",
  states: payStatus,
  initial: "0",
  actions: {
    publish: {
      zh: "公示",
      en: "Publish",
      from: ["0"],
      to: "1",
      by: ["secondReviewer"],
      permission: "subsidy_apply_re_commit",
    },
    withdraw: {
      zh: "撤回公示",
      en: "Withdraw the public notice",
      // Also one whose payment failed: it is reviewed and sent anew.
      from: ["1", "4"],
      to: "0",
      by: ["secondReviewer"],
      permission: "subsidy_apply_re_return",
      reason: true,
      danger: true,
    },
    send: {
      zh: "送财政拨付",
      en: "Send to finance",
      from: ["1"],
      to: "2",
      by: ["finance"],
      permission: "subsidy_apply_pay",
    },
    confirm: {
      zh: "确认到账",
      en: "Confirm",
      from: ["2"],
      to: "3",
      by: ["finance"],
      permission: "subsidy_apply_pay",
    },
    fail: {
      zh: "登记失败",
      en: "Fail",
      from: ["2"],
      to: "4",
      by: ["finance"],
      permission: "subsidy_apply_pay",
      danger: true,
    },
    resend: {
      zh: "重新拨付",
      en: "Send again",
      from: ["4"],
      to: "2",
      by: ["finance"],
      permission: "subsidy_apply_pay",
    },
    recover: {
      zh: "追回",
      en: "Recover",
      from: ["3"],
      // A part of it, or what was left.
      to: ["3", "5"],
      by: ["finance"],
      permission: "subsidy_apply_pay",
      reason: true,
      danger: true,
    },
  },
});
