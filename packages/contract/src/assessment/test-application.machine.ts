import { confirmStatus } from "../core/fields/codes.ts";
import { machine } from "../core/machine.ts";

/** Test application of an institution. */
export const testApplicationMachine = machine({
  name: "testApplication",
  zh: "考核申请",
  en: "Test application",
  entity: "TestApplication",
  field: "confirmType",
  resource: "test_apply",
  states: confirmStatus,
  initial: "unSubmit",
  actions: {
    commit: { zh: "提交", en: "Submit", from: ["unSubmit", "back"], to: "unConfirm", by: ["orgAdmin"], collect: true },
    confirm: {
      zh: "审核通过",
      en: "Approve",
      from: ["unConfirm"],
      to: "Confirm",
      by: ["clerk", "firstReviewer"],
      notOwn: true,
    },
    back: {
      zh: "退回",
      en: "Return",
      from: ["unConfirm"],
      to: "back",
      by: ["clerk", "firstReviewer"],
      reason: true,
      danger: true,
    },
    invalidate: {
      zh: "作废",
      en: "Void",
      from: ["unSubmit", "back", "unConfirm"],
      to: "Invalidate",
      by: ["orgAdmin", "clerk"],
      reason: true,
      danger: true,
    },
    revoke: {
      zh: "撤销考核",
      en: "Cancel the assessment",
      from: ["Confirm"],
      to: "Invalidate",
      by: ["clerk"],
      reason: true,
      danger: true,
    },
  },
});
