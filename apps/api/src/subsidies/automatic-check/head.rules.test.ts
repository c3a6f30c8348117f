import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { aBar, aClaimFile, aHead, found, silent, getVerdict } from "../../../test/factories/claims/trial-facts.ts";
import type { HeadFacts } from "./facts.ts";
import { creditRule, documentsRule, inspectionRule, payeeRule } from "./head.rules.ts";
import type { HeadRule } from "./rule.ts";

/** Findings of the claim itself: AT21–AT24. Each case says what differs from a claim in order, and what comes of it. */
const org = (overrides: object) => ({ org: { ...aHead().org, ...overrides } });
const unavailable = "外部数据接口暂不可用，请人工核验";
const owed = { arrears: found({ isArrears: "1" }) };

const cases: [
  rule: HeadRule,
  what: string,
  head: Partial<HeadFacts>,
  outcome: "met" | "blocks" | "warns",
  message?: string,
][] = [
  [inspectionRule, "nothing against the class", {}, "met"],
  [inspectionRule, "a failed inspection", { inspectFailed: true }, "blocks", "班级抽查不合格"],
  [
    inspectionRule,
    "a passed one that some denied",
    { denied: 1 },
    "warns",
    "抽查合格，但有1人否认参加培训，请人工核验",
  ],
  [
    inspectionRule,
    "a class that was recovered for falseness",
    { bars: [aBar("class")] },
    "blocks",
    "班级因虚假培训追回过补贴，不得再次申领",
  ],
  [creditRule, "a barred institution", { bars: [aBar("institution")] }, "blocks", "存在欠薪或失信"],
  [inspectionRule, "a roster that is not real", { rosterUnreal: true }, "blocks", "班级抽查不合格"],
  [payeeRule, "its own account", {}, "met"],
  [payeeRule, "another name", org({ bankAccountName: "他人" }), "blocks", "收款户名与单位不一致"],
  [payeeRule, "seven digits", org({ bankAccount: "1234567" }), "blocks", "银行账号无效"],
  [payeeRule, "no account", org({ bankAccount: null }), "blocks", "银行账号无效"],
  [payeeRule, "the account of another", org({ accountUsedBy: "乙校" }), "blocks", "账号与乙校相同"],
  [documentsRule, "all of them", {}, "met"],
  [
    documentsRule,
    "no roster",
    { files: ["考勤表.pdf", "证书清单.pdf", "签章申请表.pdf"].map(aClaimFile) },
    "blocks",
    "缺少材料：花名册",
  ],
  [
    documentsRule,
    "a text file whose name mentions everything",
    { files: [{ ...aClaimFile("花名册考勤证书申请.txt"), fileType: "txt", fileSize: 21 }] },
    "blocks",
    "缺少材料：花名册、考勤表、证书清单、签章申请表",
  ],
  [
    documentsRule,
    "one paper whose name mentions everything",
    { files: [aClaimFile("花名册考勤证书申请.pdf")] },
    "blocks",
    "缺少材料：考勤表、证书清单、签章申请表",
  ],
  [
    documentsRule,
    "one paper under four names",
    { files: aHead().files.map((file) => ({ ...file, sha256: "same" })) },
    "blocks",
    "缺少材料：花名册、考勤表、证书清单",
  ],
  [
    documentsRule,
    "names that fit several documents",
    { files: ["证书申请表.pdf", "证书清单.pdf", "花名册.pdf", "考勤表.pdf"].map(aClaimFile) },
    "met",
  ],
  [documentsRule, "none", { files: [] }, "blocks", "缺少材料：花名册、考勤表、证书清单、签章申请表"],
  [documentsRule, "no invoice where a fee is charged", { chargesFee: true }, "blocks", "缺少材料：收费票据"],
  [
    documentsRule,
    "an invoice where a fee is charged",
    { chargesFee: true, files: [...aHead().files, aClaimFile("收费发票.pdf")] },
    "met",
  ],
  [creditRule, "in good standing", {}, "met"],
  [creditRule, "not active", org({ active: false }), "blocks", "存在欠薪或失信"],
  [creditRule, "graded D", org({ creditGrade: "D" }), "blocks"],
  [creditRule, "cancelled", { unit: found({ state: "2" }) }, "blocks"],
  [creditRule, "owing wages", owed, "blocks"],
  [creditRule, "with mediation cases", { cases: found({ count: 2 }) }, "warns", "有2件调解案件"],
  [creditRule, "an empty list of cases", { cases: found({ count: 0 }) }, "met"],
  [creditRule, "the unit unknown for now", { unit: silent }, "warns", unavailable],
  [creditRule, "arrears unknown for now", { arrears: silent }, "warns", unavailable],
  [creditRule, "cases unknown for now", { cases: silent }, "warns", unavailable],
  [creditRule, "owing wages, cases unknown for now", { ...owed, cases: silent }, "blocks"],
];

describe("the rules of a whole claim", () => {
  for (const [rule, what, head, outcome, message] of cases)
    it(`${rule.code}: ${what}`, () => {
      const answer = rule.check(aHead(head));
      assert.equal(getVerdict(answer), outcome);
      if (message) assert.equal(answer.zh, message);
    });
});
