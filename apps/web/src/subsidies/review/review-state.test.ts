import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { FindingRow as Finding } from "@jipei/contract/subsidies/finding.ts";
import type { SubsidyLineRow as Line } from "@jipei/contract/subsidies/subsidy-line.ts";
import {
  calculateAmount,
  approvedSum,
  findClean,
  isAmountWrong,
  isOpen,
  countOpen,
  getSent,
  layOver,
  sortedLines,
  without,
} from "./review-state.ts";

const line = (
  id: string,
  trialResult: Line["trialResult"],
  applyAmount = "1000.00",
  detailStatus: Line["detailStatus"] = "0",
) => ({ id, trialResult, applyAmount, detailStatus, approvedAmount: null, payableAmount: applyAmount });

describe("sortedLines", () => {
  it("puts rows that are still open first, the worst of them on top", () => {
    const lines = [line("1", "1"), line("2", "3"), line("3", "2"), line("4", "3", "1.00", "2")];
    assert.deepEqual(
      sortedLines(lines).map((one) => one.id),
      ["2", "3", "1", "4"],
    );
  });
});

describe("approvedSum", () => {
  it("follows the decisions, to the fen", () => {
    const lines = [line("1", "1", "1000.10"), line("2", "1", "0.20"), line("3", "3", "500.00")];
    assert.deepEqual(
      approvedSum(lines, {
        "3": { detailStatus: "2", unApproveReason: "x" },
        "1": { detailStatus: "1", approvedAmount: "999.95" },
      }),
      { count: 2, amount: "1000.15" },
    );
  });
});

describe("calculateAmount", () => {
  it("pays nothing for a row while the automatic check blocks it", () => {
    const lines = [line("1", "1"), line("2", "3", "500.00"), line("3", "3", "500.00", "1")];
    assert.deepEqual(
      [calculateAmount(lines[1]!, {}), approvedSum(lines, {})],
      ["0.00", { count: 1, amount: "1000.00" }],
      "approved by an earlier review does not help",
    );
    assert.equal(
      calculateAmount(lines[0]!, { [lines[0]!.id]: { detailStatus: "2" } }),
      "0.00",
      "of a refused row nothing counts",
    );
    assert.deepEqual(
      sortedLines(lines).map((one) => one.id),
      ["2", "3", "1"],
    );
  });
});

describe("isAmountWrong", () => {
  it("refuses an amount half typed, with letters or above what is payable, and stops nothing from being drawn", () => {
    const one = line("1", "1");
    const approved = (approvedAmount: string) => ({ "1": { detailStatus: "1" as const, approvedAmount } });
    assert.deepEqual(
      ["", "12a", "1.234", "-1", "1000.01", "1000", "0.5"].map((amount) => isAmountWrong(one, approved(amount))),
      [true, true, true, true, true, false, false],
    );
    assert.deepEqual(approvedSum([one], approved("12a")), { count: 1, amount: "0.00" });
  });
});

describe("isOpen", () => {
  it("keeps a warning open until it is confirmed by hand, and a block always", () => {
    const finding = (
      severity: Finding["severity"],
      isIgnored: Finding["isIgnored"],
      isPass: Finding["isPass"] = "0",
    ) => ({ severity, isIgnored, isPass });
    assert.deepEqual(
      [
        isOpen(finding("1", null)),
        isOpen(finding("2", null)),
        isOpen(finding("2", "1")),
        isOpen(finding("1", "1")),
        isOpen(finding("1", null, "1")),
      ],
      [true, true, false, true, false],
    );
  });
});

describe("countOpen and findClean", () => {
  it("follow the own figures of the claim; before the check nothing is clean", () => {
    const row = (id: string, openFindings: number, detailStatus: Line["detailStatus"] = "0") => ({
      ...line(id, "1", "1000.00", detailStatus),
      openFindings,
    });
    const detailList = [row("1", 0), row("2", 3), row("3", 2), row("4", 0, "1")];
    const headFindings = [
      { severity: "2", isIgnored: null, isPass: "0" },
      { severity: "2", isIgnored: "1", isPass: "0" },
    ] as const;
    assert.equal(countOpen({ detailList, headFindings }, {}), 6);
    assert.equal(
      countOpen({ detailList, headFindings }, { "2": { detailStatus: "2", unApproveReason: "x" } }),
      3,
      "of a refused row nothing is left to do",
    );
    assert.deepEqual(
      findClean({ detailList, trialTime: "2026-01-05 09:00:00" }, {}).map((one) => one.id),
      ["1"],
    );
    assert.deepEqual(findClean({ detailList, trialTime: null }, {}), []);
  });
});

describe("layOver, getSent and without", () => {
  const saved = {
    name: "李四",
    decidedBy: "王五",
    decidedTime: "2026-01-05 21:03:00",
    approvedAmount: null,
    unApproveReason: null,
    unfit: null,
    unfitEn: null,
  };
  it("shows what is saved and fits with what is not sent yet on top, and leaves out what was taken back", () => {
    const rows = [
      { ...saved, lineId: "1", detailStatus: "1" as const, approvedAmount: "10.00" },
      { ...saved, lineId: "2", detailStatus: "1" as const, unfit: "校验发现1个问题未处理" },
      { ...saved, lineId: "3", detailStatus: "2" as const, unApproveReason: "x" },
    ];
    assert.deepEqual(layOver(rows, { "3": null, "4": { detailStatus: "1", approvedAmount: "5" } }), {
      "1": { detailStatus: "1", approvedAmount: "10.00" },
      "4": { detailStatus: "1", approvedAmount: "5" },
    });
  });
  it("sends a row taken back without a status, and keeps what was decided while it was being sent", () => {
    const sent = { rows: { "1": null, "2": { detailStatus: "1" as const } }, opinion: "a" };
    assert.deepEqual(
      getSent(sent.rows).map(({ lineId, detailStatus }) => [lineId, detailStatus]),
      [
        ["1", null],
        ["2", "1"],
      ],
    );
    const later = { rows: { ...sent.rows, "2": { detailStatus: "2" as const, unApproveReason: "x" } }, opinion: "b" };
    assert.deepEqual(without(later, sent), { rows: { "2": later.rows["2"] }, opinion: "b" });
    assert.deepEqual(without(sent, sent), { rows: {} });
  });
});
