/**
 * What people do in the course of a claim. Whoever has done one of these things does none of those that it excludes, in the same claim, whatever
 * roles they hold now or held then (docs/rules.md, separation of duties).
 */
export type ClaimDuty =
  | "standardSetter"
  | "applicant"
  | "recorder"
  | "accountSetter"
  | "firstReviewer"
  | "secondReviewer"
  | "payer";

interface DutyFacts {
  /** Completes «您已在本补贴申请中{…}». */
  zh: string;
  /** Completes «You have {…} this claim». */
  en: string;
  /** Audit actions of a claim that show it. */
  actions: readonly string[];
}

export const claimDuties: Readonly<Record<ClaimDuty, DutyFacts>> = {
  standardSetter: {
    zh: "提出或批准所用的补贴标准，或认定紧缺职业",
    en: "set the standard, or the shortage of the occupation, behind",
    actions: [],
  },
  applicant: { zh: "申报或修改申请", en: "filed or changed", actions: ["save", "commit"] },
  recorder: { zh: "登记考勤或成绩", en: "entered attendance or scores behind", actions: [] },
  accountSetter: { zh: "提出或审核收款账户", en: "filed or approved the account of the payee of", actions: [] },
  firstReviewer: {
    zh: "办理初审",
    en: "reviewed, as the first,",
    actions: ["firstCommit", "return", "decideRows", "lowerAmount", "confirmFinding"],
  },
  secondReviewer: {
    zh: "办理复审",
    en: "reviewed, as the second,",
    actions: ["reCommit", "reReturn", "upholdObjection"],
  },
  payer: { zh: "办理拨付", en: "paid", actions: ["send", "confirm", "fail", "resend", "recover"] },
};

/** Pairs that exclude each other, both ways. */
export const separateDuties: readonly (readonly [ClaimDuty, ClaimDuty])[] = [
  ["standardSetter", "secondReviewer"],
  ["standardSetter", "payer"],
  ["applicant", "firstReviewer"],
  ["applicant", "secondReviewer"],
  ["applicant", "payer"],
  ["recorder", "firstReviewer"],
  ["recorder", "secondReviewer"],
  ["recorder", "payer"],
  ["accountSetter", "payer"],
  ["firstReviewer", "secondReviewer"],
  ["firstReviewer", "payer"],
  ["secondReviewer", "payer"],
];
