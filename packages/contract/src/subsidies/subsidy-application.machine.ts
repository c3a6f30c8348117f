import { subsidyStatus } from "../core/fields/codes.ts";
import { machine } from "../core/machine.ts";

/** Review of an institution's claim. Recovery and payment are in the payment machine. */
export const subsidyApplicationMachine = machine({
  name: "subsidyApplication",
  zh: "补贴申请",
  en: "Subsidy claim",
  entity: "SubsidyApplication",
  field: "status",
  resource: "subsidy_apply",
  states: subsidyStatus,
  initial: "unSubmit",
  actions: {
    commit: { zh: "提交", en: "Submit", from: ["unSubmit", "back"], to: "firstTrial", by: ["orgAdmin"], collect: true },
    recall: {
      zh: "撤回",
      en: "Withdraw",
      from: ["firstTrial"],
      to: "unSubmit",
      by: ["orgAdmin"],
      permission: "subsidy_apply_commit",
    },
    firstCommit: {
      zh: "初审通过",
      en: "Pass first review",
      from: ["firstTrial"],
      to: "reTrial",
      by: ["firstReviewer"],
      notOwn: true,
    },
    return: {
      zh: "初审退回",
      en: "Return",
      from: ["firstTrial"],
      to: "back",
      by: ["firstReviewer"],
      reason: true,
      danger: true,
    },
    reCommit: {
      zh: "复审通过",
      en: "Pass second review",
      from: ["reTrial"],
      to: "compile",
      by: ["secondReviewer"],
      notOwn: true,
    },
    reReturn: {
      zh: "复审退回",
      en: "Return from second review",
      from: ["reTrial"],
      to: ["firstTrial", "back"],
      by: ["secondReviewer"],
      reason: true,
      danger: true,
    },
    upholdObjection: {
      zh: "异议成立退回",
      en: "Uphold an objection",
      from: ["compile"],
      to: "firstTrial",
      by: ["secondReviewer"],
      permission: "subsidy_apply_re_return",
      reason: true,
      danger: true,
    },
  },
});
