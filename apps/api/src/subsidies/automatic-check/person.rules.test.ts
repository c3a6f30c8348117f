import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { aHead, aRow, found, nothing, silent, getVerdict } from "../../../test/factories/claims/trial-facts.ts";
import type { HeadFacts, RowFacts } from "./facts.ts";
import { ageRule, categoryRule, excludedRule, idNumberRule, identityRule, duplicateRule } from "./person.rules.ts";
import type { RowRule } from "./rule.ts";

/** Who the person is: AT01–AT03, AT16–AT18. Each case says what differs from a claim in order, and what comes of it. */
const unavailable = "外部数据接口暂不可用，请人工核验";
const difficult = (overrides: object = {}): Partial<RowFacts> => ({
  personCategory: "07",
  difficulty: found({ isDifficulty: "1", startDate: "2026-01-01", endDate: "2026-12-31", ...overrides }),
});
const unemployed = (...registrations: { kind: string; date?: string; state?: string }[]): Partial<RowFacts> => ({
  personCategory: "02",
  registration: found({ registrations }),
});
/** The number of a foreigner with permanent residence. */
const residenceCard = "929999199001010013";
const insuredAs = (kind: string) =>
  found({ isInsured: "1", unitName: "某单位", creditCode: "12329999466001232B", insuranceKind: kind });
const insuranceKind = (...kinds: string[]) => ({ insured: kinds.map(insuredAs) });

const cases: [
  rule: RowRule,
  what: string,
  row: Partial<RowFacts>,
  head: Partial<HeadFacts>,
  outcome: "met" | "blocks" | "warns",
  message?: string,
][] = [
  [idNumberRule, "a right check digit", {}, {}, "met"],
  [idNumberRule, "a wrong check digit", { idNumber: "32999919900307771X" }, {}, "blocks"],
  [idNumberRule, "a permanent residence card", { idType: "4", idNumber: residenceCard }, {}, "met"],
  [idNumberRule, "its number on a resident card", { idNumber: residenceCard }, {}, "blocks"],
  [idNumberRule, "another document", { idType: "9", idNumber: "E12345678" }, {}, "met"],
  [identityRule, "name and number agree", {}, {}, "met"],
  [identityRule, "they differ", { person: found({ match: "0", isAlive: "1" }) }, {}, "blocks", "姓名与证件号码不一致"],
  [identityRule, "deceased", { person: found({ match: "1", isAlive: "0" }) }, {}, "blocks", "登记为已死亡"],
  [identityRule, "nobody of that number", { person: nothing }, {}, "blocks", "姓名与证件号码不一致"],
  [identityRule, "a silent register", { person: silent }, {}, "warns", unavailable],
  [duplicateRule, "once in the claim", {}, {}, "met"],
  [duplicateRule, "twice in the claim", { duplicates: ["张三丰"] }, {}, "blocks", "同一人员重复：张三丰"],
  [categoryRule, "an employee needs no proof", {}, {}, "met"],
  [categoryRule, "a certified difficulty", difficult(), {}, "met"],
  [categoryRule, "a difficulty without an end", difficult({ endDate: null }), {}, "met"],
  [
    categoryRule,
    "a difficulty that ended before the class",
    difficult({ endDate: "2026-03-01" }),
    {},
    "warns",
    "人员类别未核实：就业困难人员",
  ],
  [categoryRule, "a difficulty certified after the class began", difficult({ startDate: "2026-03-03" }), {}, "warns"],
  [categoryRule, "no difficulty", difficult({ isDifficulty: "0" }), {}, "warns"],
  [
    categoryRule,
    "no difficulty where the category pays",
    { ...difficult({ isDifficulty: "0" }), categoryPays: true },
    {},
    "blocks",
  ],
  [
    categoryRule,
    "a silent register, where the category pays",
    { personCategory: "07", difficulty: silent, categoryPays: true },
    {},
    "warns",
    unavailable,
  ],
  [
    categoryRule,
    "registered as unemployed",
    unemployed({ kind: "失业登记", date: "2026-02-01", state: "1" }),
    {},
    "met",
  ],
  [categoryRule, "registered, no state given", unemployed({ kind: "失业登记" }), {}, "met"],
  [
    categoryRule,
    "a registration that is over",
    unemployed({ kind: "失业登记", date: "2025-02-01", state: "注销" }),
    {},
    "warns",
    "人员类别未核实：城镇登记失业人员",
  ],
  [
    categoryRule,
    "registered after the class began",
    unemployed({ kind: "失业登记", date: "2026-03-03", state: "1" }),
    {},
    "warns",
  ],
  [
    categoryRule,
    "only looking for work",
    unemployed({ kind: "求职登记", date: "2026-02-01", state: "1" }),
    {},
    "warns",
  ],
  [categoryRule, "not registered", { personCategory: "02" }, {}, "warns"],
  [
    categoryRule,
    "a silent register of the unemployed",
    { personCategory: "02", registration: silent },
    {},
    "warns",
    unavailable,
  ],
  [categoryRule, "a document", { personCategory: "09", hasCategoryProof: true }, {}, "met"],
  [
    categoryRule,
    "no document, where the category pays",
    { personCategory: "09", categoryPays: true },
    {},
    "blocks",
    "人员类别未核实：城乡低保家庭成员",
  ],
  [ageRule, "sixteen on the first day", { birthday: "2010-03-02" }, {}, "met"],
  [ageRule, "sixteen a day later", { birthday: "2010-03-03" }, {}, "blocks", "年龄15不在范围"],
  [ageRule, "a man of 62", { birthday: "1963-03-03" }, {}, "met"],
  [ageRule, "a man of 63", { birthday: "1963-03-02" }, {}, "blocks", "年龄63不在范围"],
  [ageRule, "a woman of 58", { sex: "2", birthday: "1968-03-02" }, {}, "blocks", "年龄58不在范围"],
  [ageRule, "no date of birth", { birthday: null }, {}, "blocks", "出生日期缺失"],
  [excludedRule, "enterprise staff", {}, {}, "met"],
  [excludedRule, "not insured", { insured: [nothing] }, {}, "met"],
  [excludedRule, "public staff", insuranceKind("机关事业"), {}, "blocks", "机关事业单位参保人员不享受"],
  [excludedRule, "public staff at the start alone", insuranceKind("机关事业", "企业职工"), {}, "blocks"],
  [excludedRule, "public staff at the certificate alone", insuranceKind("企业职工", "机关事业"), {}, "blocks"],
  [excludedRule, "public staff, beside a silent month", { insured: [silent, insuredAs("机关事业")] }, {}, "blocks"],
  [excludedRule, "a silent month", { insured: [insuredAs("企业职工"), silent] }, {}, "warns", unavailable],
  [excludedRule, "a pupil", insuranceKind("在校生"), {}, "blocks", "在校学生不享受"],
  [
    excludedRule,
    "a student in the year of graduation",
    { ...insuranceKind("在校生"), personCategory: "04" },
    {},
    "met",
  ],
  [excludedRule, "a silent register", { insured: [silent] }, {}, "warns", unavailable],
];

describe("the rules of a person", () => {
  for (const [rule, what, row, head, outcome, message] of cases)
    it(`${rule.code}: ${what}`, () => {
      const answer = rule.check(aRow(row), aHead(head));
      assert.equal(getVerdict(answer), outcome);
      if (message) assert.equal(answer.zh, message);
    });
});
