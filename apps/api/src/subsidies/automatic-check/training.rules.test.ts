import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { aHead, aRow, found, nothing, silent, getVerdict } from "../../../test/factories/claims/trial-facts.ts";
import type { HeadFacts, RowFacts } from "./facts.ts";
import type { RowRule } from "./rule.ts";
import {
  attendanceRule,
  catalogueRule,
  certificateMatchRule,
  certificateRule,
  gradeRule,
  hoursRule,
} from "./training.rules.ts";

/** Certificate, grade, attendance, hours, catalogue: AT07–AT11, AT19. Each case says what differs from a claim in order, and what comes of it. */
const certificate = (overrides: object) =>
  ({ certificate: { ...(aRow().certificate as object), ...overrides } }) as Partial<RowFacts>;
const grade = (overrides: object) => ({ grade: { ...(aRow().grade as object), ...overrides } }) as Partial<RowFacts>;
const registered = (overrides: object) => ({
  provincialCertificate: found({
    certificates: [{ certNo: "S0001", name: "张三", occupationName: "焊工", level: "4", ...overrides }],
  }),
});
const preJob: Partial<HeadFacts> = { subsidyKind: "03" };

const cases: [
  rule: RowRule,
  what: string,
  row: Partial<RowFacts>,
  head: Partial<HeadFacts>,
  outcome: "met" | "blocks" | "warns",
  message?: string,
][] = [
  [certificateRule, "a certificate", {}, {}, "met"],
  [certificateRule, "none", { certificate: null }, {}, "blocks", "无有效证书"],
  [certificateRule, "a revoked one", certificate({ valid: false }), {}, "blocks", "无有效证书"],
  [certificateRule, "none for pre-job training", { certificate: null }, preJob, "met"],
  [certificateMatchRule, "the same in the register", {}, {}, "met"],
  [certificateMatchRule, "another name there", registered({ name: "李四" }), {}, "blocks", "证书信息不一致：姓名"],
  [
    certificateMatchRule,
    "another occupation there",
    registered({ occupationName: "电工" }),
    {},
    "blocks",
    "证书信息不一致：职业（工种）",
  ],
  [certificateMatchRule, "another level there", registered({ level: "5" }), {}, "blocks", "证书信息不一致：等级"],
  [certificateMatchRule, "only others there", registered({ certNo: "S0002" }), {}, "warns", "省系统尚未查到该证书"],
  [certificateMatchRule, "nothing there", { provincialCertificate: nothing }, {}, "warns", "省系统尚未查到该证书"],
  [
    certificateMatchRule,
    "a silent register",
    { provincialCertificate: silent },
    {},
    "warns",
    "外部数据接口暂不可用，请人工核验",
  ],
  [
    certificateMatchRule,
    "a kind no register knows",
    { ...certificate({ certKind: "4" }), provincialCertificate: silent },
    {},
    "met",
  ],
  [gradeRule, "passed and published", {}, {}, "met"],
  [
    gradeRule,
    "failed",
    grade({ passed: false, theory: "59.50", practice: "90.00" }),
    {},
    "blocks",
    "考核未合格：理论59.50 实操90.00",
  ],
  [
    gradeRule,
    "passed as a whole, with a part failed",
    grade({ theory: "59.99", practice: "98.00" }),
    {},
    "blocks",
    "考核未合格：理论59.99 实操98.00",
  ],
  [
    gradeRule,
    "passed, without a part of the level",
    grade({ theory: null }),
    {},
    "blocks",
    "考核未合格：理论— 实操90.00",
  ],
  [
    gradeRule,
    "passed, without the review of a high level",
    grade({ owed: ["theory", "practice", "review"] }),
    {},
    "blocks",
  ],
  [gradeRule, "passed in the one part of a final assessment", grade({ theory: null, owed: ["practice"] }), {}, "met"],
  [gradeRule, "not yet published", grade({ published: false }), {}, "blocks", "考核未合格：理论85.00 实操90.00"],
  [gradeRule, "no grade", { grade: null }, {}, "blocks", "考核未合格：理论— 实操—"],
  [attendanceRule, "exactly the limit", { attendanceRate: "80.00" }, {}, "met"],
  [attendanceRule, "a hundredth below", { attendanceRate: "79.99" }, {}, "blocks", "出勤率79.99%低于80.00%"],
  [attendanceRule, "none recorded", { attendanceRate: null }, {}, "blocks", "出勤率—%低于80.00%"],
  [hoursRule, "hours and practice enough", {}, {}, "met"],
  [hoursRule, "half an hour short", {}, { heldHours: "55.5" }, "blocks", "实授55.5课时，低于56.0"],
  [hoursRule, "too little practice", {}, { heldPracticeHours: "33.5" }, "blocks", "实操占比0.60，低于0.60"],
  [hoursRule, "exactly the share of practice", {}, { heldHours: "60.0", heldPracticeHours: "36.0" }, "met"],
  [
    hoursRule,
    "online hours left out of the share",
    {},
    { heldHours: "60.0", heldOnlineHours: "20.0", heldPracticeHours: "24.0" },
    "met",
  ],
  [hoursRule, "all of it online", {}, { heldOnlineHours: "56.0", heldPracticeHours: "0" }, "met"],
  [hoursRule, "start-up training without practice", {}, { trainKind: "05", heldPracticeHours: "0" }, "met"],
  [hoursRule, "safety training without practice", {}, { trainKind: "06", heldPracticeHours: "0" }, "met"],
  [catalogueRule, "course and standard", {}, {}, "met"],
  [catalogueRule, "no standard in force", { subsidyId: null }, {}, "blocks", "课程不在目录或标准未生效"],
  [
    catalogueRule,
    "a course out of the catalogue",
    {},
    { courseInCatalogue: false },
    "blocks",
    "课程不在目录或标准未生效",
  ],
  [
    catalogueRule,
    "a course whose fee waits for approval",
    {},
    { courseApproved: false },
    "blocks",
    "机构课程的课时、收费标准待审核",
  ],
  [catalogueRule, "a living allowance, which has no standard", { subsidyId: null }, { subsidyKind: "10" }, "met"],
  [
    catalogueRule,
    "a living allowance for a course out of the catalogue",
    { subsidyId: null },
    { subsidyKind: "10", courseInCatalogue: false },
    "blocks",
  ],
];

describe("the rules of a training", () => {
  for (const [rule, what, row, head, outcome, message] of cases)
    it(`${rule.code}: ${what}`, () => {
      const answer = rule.check(aRow(row), aHead(head));
      assert.equal(getVerdict(answer), outcome);
      if (message) assert.equal(answer.zh, message);
      assert.ok(!/\p{Script=Han}/u.test(answer.en), answer.en);
    });
});
