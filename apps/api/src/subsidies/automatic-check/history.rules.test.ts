import assert from "node:assert/strict";
import type { SubsidyKind } from "@jipei/contract/core/fields/codes.ts";
import { describe, it } from "node:test";
import { aBar, aHead, aRow, found, paid, silent, getVerdict } from "../../../test/factories/claims/trial-facts.ts";
import { getKey } from "../../entitlements/entitlements.queries.ts";
import { annualRule, clashRule, lowerRule, repeatedRule } from "./history.rules.ts";
import { getProvincial } from "./provincial.ts";

/** Rules about earlier trainings of a person: AT04, AT05, AT06, AT20. */
const inProvince = (...subsidies: ReturnType<typeof paid>[]) => aRow({ provincial: found({ subsidies }) });
const standing = (level: string) => ({ side: "1" as const, date: "2024-06-01", unitName: "甲校", level, applyId: "7" });

describe("AT04", () => {
  it("blocks a training subsidised before, and says by whom and when", () => {
    assert.equal(getVerdict(repeatedRule.check(aRow(), aHead())), "met");
    assert.equal(getVerdict(repeatedRule.check(aRow({ bar: aBar("person") }), aHead())), "blocks");
    const ours = repeatedRule.check(aRow({ same: standing("4"), provincial: silent }), aHead());
    assert.deepEqual(
      [getVerdict(ours), ours.zh, ours.evidence[0]?.entity],
      ["blocks", "已于2024-06-01由甲校申领同职业同等级补贴", "SubsidyApplication"],
      "our own books block, whatever the province says",
    );
    const theirs = repeatedRule.check(inProvince(paid()), aHead());
    assert.deepEqual(
      [getVerdict(theirs), theirs.en, theirs.actual],
      [
        "blocks",
        "Already subsidised on 2026-02-10 by 外市学校",
        ["2026-02-10 外市学校 1500.00元", "2026-02-10 外市学校 1500.00 yuan"],
      ],
    );
    assert.equal(getVerdict(repeatedRule.check(aRow({ provincial: silent }), aHead())), "warns");
  });
});

describe("AT04, AT05", () => {
  it("compare kinds as training, assessment, allowance or start-up, in the province as here", () => {
    const training = inProvince(paid({}, { subsidyKind: "02" }));
    const assessment = inProvince(paid({}, { subsidyKind: "05" }));
    const as = (subsidyKind: SubsidyKind) =>
      aHead({
        subsidyKind,
        key: getKey({
          subsidyKind,
          occupationCode: "6-18-02-04",
          courseId: null,
          level: "4",
          startupType: null,
          startupRank: null,
        }),
      });
    for (const rule of [repeatedRule, lowerRule])
      for (const kind of ["05", "10"] as const)
        assert.equal(getVerdict(rule.check(training, as(kind))), "met", `${rule.code} ${kind}`);
    assert.deepEqual(
      [
        getVerdict(repeatedRule.check(training, as("03"))),
        getVerdict(repeatedRule.check(assessment, as("05"))),
        getVerdict(repeatedRule.check(assessment, as("01"))),
      ],
      ["blocks", "blocks", "met"],
    );
    assert.equal(
      getVerdict(repeatedRule.check(inProvince(paid({}, { occupationCode: "6-31-01-03" })), aHead())),
      "met",
      "another occupation",
    );
  });
});

describe("AT05", () => {
  it("blocks a lower level after a higher one; a higher one after a lower is paid in full", () => {
    assert.equal(getVerdict(lowerRule.check(aRow({ higher: standing("3") }), aHead())), "blocks");
    const theirs = lowerRule.check(inProvince(paid({}, { level: "3" })), aHead());
    assert.deepEqual(
      [getVerdict(theirs), theirs.zh, theirs.expect],
      ["blocks", "已享受三级/高级工补贴，不得再申领低等级", ["低于四级/中级工", "Below Level 4 intermediate worker"]],
    );
    for (const level of ["5", "0", "4"])
      assert.equal(getVerdict(lowerRule.check(inProvince(paid({}, { level })), aHead())), "met", level);
    assert.equal(getVerdict(lowerRule.check(aRow({ provincial: silent }), aHead())), "warns");
  });
});

describe("AT04, AT05", () => {
  it("compare start-up training by type and rank, which the province only names", () => {
    const types = [
      { typeNo: "GYB", typeName: "产生你的企业想法", rank: 1 },
      { typeNo: "SYB", typeName: "创办你的企业", rank: 2 },
    ];
    const claimed = { occupationCode: "0-00-00-00", occupationName: "产生你的企业想法(GYB)" } as never;
    const row = (occupationName: string) =>
      aRow({
        provincial: getProvincial(
          found({
            subsidies: [{ occupationName, level: "0", subsidyKind: "04", payDate: "2025-01-01", unitName: "乙校" }],
          }),
          claimed,
          types,
          [],
        ),
      });
    const head = aHead({
      subsidyKind: "04",
      level: "0",
      key: getKey({
        subsidyKind: "04",
        occupationCode: "0-00-00-00",
        courseId: null,
        level: "0",
        startupType: "GYB",
        startupRank: 1,
      }),
    });
    const both = (name: string) => [
      getVerdict(repeatedRule.check(row(name), head)),
      getVerdict(lowerRule.check(row(name), head)),
    ];
    assert.deepEqual(both("创办你的企业(SYB)"), ["met", "blocks"]);
    assert.deepEqual(both("GYB创业培训"), ["blocks", "met"]);
    assert.deepEqual(both("直播创业"), ["warns", "warns"], "a type nobody here knows is compared by hand");
  });
});

/** A training of kind 01 at level 4 that our own records have, of 2025 and paid in 2026. */
const known = (occupationCode: string, name: string, more: { level?: string; payYear?: string | null } = {}) => {
  const { level = "4", payYear = "2026" } = more;
  const training = { subsidyKind: "01", occupationCode, courseId: null, level, startupType: null, startupRank: null };
  return { ...getKey(training), personHash: "p", subsidyKind: "01", year: "2025", applyId: "1", name, payYear };
};

describe("getProvincial", () => {
  it("reads an occupation by code or name, the year of the certificate before that of the payment, and what our own records have", () => {
    const claimed = { occupationCode: "6-18-02-04", occupationName: "焊工" } as never;
    const own = [known("6-18-02-04", "焊工", { level: "5" })];
    const read = (row: object) => {
      const answer = getProvincial(found({ subsidies: [row] }), claimed, [], own);
      return answer.state === "found" ? answer.data.subsidies[0] : undefined;
    };
    const named = read({
      occupationCode: "6-02-02-05",
      occupationName: "焊工",
      level: 5,
      subsidyKind: "01",
      amount: 800,
      payDate: "2026-01-10",
      certIssueDate: "2025-12-20",
    });
    assert.deepEqual(
      [named?.key.occupationCode, named?.key.level, named?.amount, named?.year, named?.isOwn],
      ["6-18-02-04", "5", "800", "2025", true],
    );
    const other = read({
      occupationCode: "6-31-01-03",
      occupationName: "电工",
      level: "5",
      subsidyKind: "01",
      payDate: "2026-01-10",
    });
    assert.deepEqual([other?.key.occupationCode, other?.year, other?.isOwn], ["6-31-01-03", "2026", false]);
    assert.equal(getProvincial(silent, claimed, [], own).state, "unavailable");
  });

  it("finds in our own records what is equal in occupation, level, kind and year, by the name where there is no code", () => {
    const claimed = { occupationCode: "6-18-02-04", occupationName: "焊工" } as never;
    const electrician = { occupationName: "电工", level: "4", subsidyKind: "01", certIssueDate: "2025-12-20" };
    const isOwn = (row: object, own = known("6-31-01-03", "电工")) => {
      const answer = getProvincial(found({ subsidies: [row] }), claimed, [], [own]);
      return answer.state === "found" && answer.data.subsidies[0]?.isOwn;
    };
    const { certIssueDate: _, ...paidLater } = { ...electrician, payDate: "2026-02-10" };
    const cases: [what: string, boolean | undefined, expected: boolean][] = [
      ["by its name", isOwn(electrician), true],
      ["by its code", isOwn({ ...electrician, occupationCode: "6-31-01-03", occupationName: "" }), true],
      ["another kind", isOwn({ ...electrician, subsidyKind: "02" }), false],
      ["another year", isOwn({ ...electrician, certIssueDate: "2026-01-20" }), false],
      ["another level", isOwn({ ...electrician, level: "3" }), false],
      ["another occupation", isOwn({ ...electrician, occupationName: "钳工" }), false],
      ["in the year of our payment", isOwn(paidLater), true],
      ["paid in the year of the certificate", isOwn({ ...paidLater, payDate: "2025-12-30" }), true],
      ["before we paid", isOwn(paidLater, known("6-31-01-03", "电工", { payYear: null })), false],
    ];
    for (const [what, answer, expected] of cases) assert.equal(answer, expected, what);
  });
});

describe("AT06", () => {
  it("counts our own trainings of the year and those only the province has, each once", () => {
    const electrician = (level: string) => paid({}, { occupationCode: "6-31-01-03", level });
    const order = (row: ReturnType<typeof aRow>) => {
      const outcome = annualRule.check(row, aHead());
      return [getVerdict(outcome), outcome.actual];
    };
    assert.deepEqual(order(aRow({ yearOrder: 3 })), ["met", "3"]);
    assert.deepEqual(
      order(aRow({ yearOrder: 4, provincial: silent })),
      ["blocks", "4"],
      "our own books block, whatever the province says",
    );
    assert.deepEqual(order(aRow({ yearOrder: 2, provincial: silent })), ["warns", "—"]);
    const two = (...subsidies: ReturnType<typeof paid>[]) =>
      order(aRow({ yearOrder: 2, provincial: found({ subsidies }) }));
    assert.deepEqual(two(electrician("5")), ["met", "3"]);
    assert.deepEqual(two(electrician("5"), electrician("4")), ["blocks", "4"]);
    assert.deepEqual(two(electrician("5"), electrician("5")), ["met", "3"], "paid in two parts");
    assert.deepEqual(two(electrician("5"), { ...electrician("4"), isOwn: true }), ["met", "3"], "in both books");
    assert.deepEqual(two(electrician("5"), { ...electrician("4"), year: "2025" }), ["met", "3"]);
    for (const subsidyKind of ["05", "10"])
      assert.deepEqual(
        two(electrician("5"), paid({}, { subsidyKind, occupationCode: "6-31-01-03" })),
        ["met", "3"],
        `kind ${subsidyKind} does not count`,
      );
    assert.equal(annualRule.check(aRow({ yearOrder: 9 }), aHead({ subsidyKind: "05" })).pass, true);
  });
});

describe("AT20", () => {
  it("blocks whoever was in two classes at once", () => {
    assert.equal(getVerdict(clashRule.check(aRow(), aHead())), "met");
    const clash = clashRule.check(
      aRow({ clash: { side: "1", date: "2026-03-05", classNo: "J0002-2026-03", classId: "8" } }),
      aHead(),
    );
    assert.deepEqual(
      [getVerdict(clash), clash.zh, clash.evidence[0]?.id],
      ["blocks", "2026-03-05同时出现在班级J0002-2026-03", "8"],
    );
    const { side, classNo, classId } = aHead();
    const own = clashRule.check(aRow({ clash: { side, date: "2026-03-05", classNo, classId } }), aHead());
    assert.deepEqual([getVerdict(own), own.zh], ["blocks", "2026-03-05本班两个课次时间重叠，课时重复计入"]);
  });
});
