import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { aHead, aRow, found, nothing, silent, getVerdict } from "../../../test/factories/claims/trial-facts.ts";
import type { HeadFacts, RowFacts } from "./facts.ts";
import { amountRule, contractRule, deadlineRule, insuranceRule } from "./money.rules.ts";
import type { RowRule } from "./rule.ts";

/** Amount, deadline, and what ties staff to their unit: AT12–AT15. Each case says what differs from a claim in order, and what comes of it. */
const staff: Partial<HeadFacts> = { trainKind: "02" };
const ofEnterprise: Partial<HeadFacts> = { ...staff, side: "2" };
const apprentice: Partial<HeadFacts> = { trainKind: "07" };
const contract = (startDate: string, endDate: string) => ({
  contract: found({ contracts: [{ creditCode: "91350100M000100Y43", startDate, endDate }] }),
});
const answer = (overrides: object) =>
  found({
    isInsured: "1",
    unitName: "某厂",
    creditCode: "91350100M000100Y43",
    insuranceKind: "企业职工",
    ...overrides,
  });
const elsewhere = answer({ creditCode: "91350100M000100Y44" });
const insured = (overrides: object) => ({ insured: [answer(overrides)] });

const cases: [
  rule: RowRule,
  what: string,
  row: Partial<RowFacts>,
  head: Partial<HeadFacts>,
  outcome: "met" | "blocks" | "warns",
  message?: string,
][] = [
  [amountRule, "what is payable", {}, {}, "met"],
  [
    amountRule,
    "C4: 600.00 where 500.00 is payable",
    { applyAmount: "600.00", amount: { payable: "500.00", uplift: "0.0000", formula: [] } },
    {},
    "blocks",
    "申请600.00元，应补500.00元",
  ],
  [amountRule, "a fen less", { applyAmount: "1499.99" }, {}, "warns", "申请1499.99元，应补1500.00元"],
  [amountRule, "nothing payable", { amount: null }, {}, "blocks", "申请1500.00元，无适用标准"],
  [deadlineRule, "the last day", { basisDate: "2025-03-15", commitDay: "2026-03-15" }, {}, "met"],
  [
    deadlineRule,
    "a day late",
    { basisDate: "2025-03-15", commitDay: "2026-03-16" },
    {},
    "blocks",
    "证书核发已超12个月",
  ],
  [insuranceRule, "no staff training", { insured: [nothing] }, {}, "met"],
  [insuranceRule, "insured by the unit", {}, staff, "met"],
  [
    insuranceRule,
    "insured by another unit",
    insured({ creditCode: "91350100M000100Y44" }),
    staff,
    "warns",
    "2026-03未在91350100M000100Y43参保",
  ],
  [insuranceRule, "insured no more", insured({ isInsured: "0" }), staff, "warns"],
  [insuranceRule, "unknown", { insured: [nothing] }, staff, "warns"],
  [insuranceRule, "a silent register", { insured: [silent] }, staff, "warns", "外部数据接口暂不可用，请人工核验"],
  [insuranceRule, "by the unit in the month of the certificate", { insured: [elsewhere, answer({})] }, staff, "met"],
  [insuranceRule, "elsewhere in both months", { insured: [elsewhere, elsewhere] }, ofEnterprise, "blocks"],
  [
    insuranceRule,
    "elsewhere at the start, and silence about the certificate",
    { insured: [elsewhere, silent] },
    ofEnterprise,
    "warns",
    "外部数据接口暂不可用，请人工核验",
  ],
  [insuranceRule, "silence about the start", { insured: [silent, answer({})] }, ofEnterprise, "met"],
  [contractRule, "no staff training", { contract: nothing }, {}, "met"],
  [contractRule, "one for the year", {}, staff, "met"],
  [contractRule, "one without an end", contract("2026-01-01", ""), staff, "met"],
  [
    contractRule,
    "one that ends during the class",
    contract("2026-01-01", "2026-03-19"),
    staff,
    "warns",
    "未查询到有效劳动合同",
  ],
  [contractRule, "one that begins during the class", contract("2026-03-03", "2026-12-31"), staff, "warns"],
  [contractRule, "none", { contract: nothing }, staff, "warns"],
  [contractRule, "a silent register", { contract: silent }, staff, "warns", "外部数据接口暂不可用，请人工核验"],
  [contractRule, "an apprentice with a year", contract("2026-01-01", "2026-12-31"), apprentice, "met"],
  [
    contractRule,
    "an apprentice with a day less",
    contract("2026-01-01", "2026-12-30"),
    apprentice,
    "warns",
    "未查询到有效劳动合同",
  ],
  [contractRule, "an apprentice without an end", contract("2026-03-01", ""), apprentice, "met"],
];

describe("the rules of staff training and amounts", () => {
  for (const [rule, what, row, head, outcome, message] of cases)
    it(`${rule.code}: ${what}`, () => {
      const answer = rule.check(aRow(row), aHead(head));
      assert.equal(getVerdict(answer), outcome);
      if (message) assert.equal(answer.zh, message);
      assert.ok(!/\p{Script=Han}/u.test(answer.en), answer.en);
    });
});

describe("AT12", () => {
  it("names the standard as evidence of an amount, of a living allowance the parameter", () => {
    assert.deepEqual(
      amountRule.check(aRow(), aHead()).evidence.map(({ entity, id }) => `${entity} ${id}`),
      ["SubsidyStandard 13"],
    );
    assert.deepEqual(
      amountRule
        .check(aRow({ subsidyId: null }), aHead({ subsidyKind: "10" }))
        .evidence.map(({ entity, id }) => `${entity} ${id}`),
      ["Parameter subsidy.living.perDay"],
    );
  });
});
