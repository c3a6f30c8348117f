import { subsidyStatus } from "../core/fields/codes.ts";
import { machine } from "../core/machine.ts";
import type { RoleAlias } from "../core/roles.ts";

/** The review of a claim of either side. @param applicant the role that claims @param resource of the claims of the side */
const claimMoves = <const A extends RoleAlias, const R extends "subsidy_apply" | "enterprise_subsidy_apply">(
  applicant: A,
  resource: R,
) =>
  ({
    commit: { zh: "提交", en: "Submit", from: ["unSubmit", "back"], to: "firstTrial", by: [applicant], collect: true },
    recall: {
      zh: "撤回",
      en: "Withdraw",
      from: ["firstTrial"],
      to: "unSubmit",
      by: [applicant],
      permission: `${resource}_commit`,
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
      permission: `${resource}_re_return`,
      reason: true,
      danger: true,
    },
  }) as const;

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
  actions: claimMoves("orgAdmin", "subsidy_apply"),
});

/** Review of an enterprise's claim: the same moves, which its clients make by fewer calls. */
export const enterpriseClaimMachine = machine({
  name: "enterpriseClaim",
  zh: "补贴申请(企业)",
  en: "Subsidy claim of an enterprise",
  entity: "EnterpriseSubsidyApplication",
  field: "status",
  resource: "enterprise_subsidy_apply",
  states: subsidyStatus,
  initial: "unSubmit",
  actions: claimMoves("entAdmin", "enterprise_subsidy_apply"),
});

export type ClaimMove = keyof ReturnType<typeof claimMoves> & string;
