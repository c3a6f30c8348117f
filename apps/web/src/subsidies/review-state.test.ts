import assert from "node:assert/strict";
import { test } from "node:test";
import { amountOf, approvedSum, cleanOf, isAmountWrong, isOpen, openOf, sortedLines } from "./review-state.ts";

const line = (id: string, trialResult: string, applyAmount = "1000.00", detailStatus = "0") =>
  ({ id, trialResult, applyAmount, detailStatus, approvedAmount: null }) as never;

test("rows still open come first, the worst of them on top", () => {
  const lines = [line("1", "1"), line("2", "3"), line("3", "2"), line("4", "3", "1.00", "2")];
  assert.deepEqual(
    sortedLines(lines).map((one) => one.id),
    ["2", "3", "1", "4"],
  );
});

test("the sum follows the decisions, to the fen", () => {
  const lines = [line("1", "1", "1000.10"), line("2", "1", "0.20"), line("3", "3", "500.00")];
  assert.deepEqual(
    approvedSum(lines, {
      "3": { detailStatus: "2", unApproveReason: "x" },
      "1": { detailStatus: "1", approvedAmount: "999.95" },
    }),
    { count: 2, amount: "1000.15" },
  );
});

test("nothing is payable for a row while the automatic check blocks it", () => {
  const lines = [line("1", "1"), line("2", "3", "500.00"), line("3", "3", "500.00", "1")];
  assert.deepEqual(
    [amountOf(lines[1] as never, {}), approvedSum(lines, {})],
    ["0.00", { count: 1, amount: "1000.00" }],
    "approved by an earlier review does not help",
  );
  assert.equal(
    amountOf(lines[0] as never, { [(lines[0] as { id: string }).id]: { detailStatus: "2" } }),
    "0.00",
    "of a refused row nothing counts",
  );
  assert.deepEqual(
    sortedLines(lines).map((one) => one.id),
    ["2", "3", "1"],
  );
});

test("an amount half typed, with letters or above what is payable is wrong, and stops nothing from being drawn", () => {
  const one = { ...(line("1", "1") as object), payableAmount: "1000.00" } as never;
  const approved = (approvedAmount: string) => ({ "1": { detailStatus: "1" as const, approvedAmount } });
  assert.deepEqual(
    ["", "12a", "1.234", "-1", "1000.01", "1000", "0.5"].map((amount) => isAmountWrong(one, approved(amount))),
    [true, true, true, true, true, false, false],
  );
  assert.deepEqual(approvedSum([one], approved("12a")), { count: 1, amount: "0.00" });
});

test("a warning is open until it is confirmed by hand, a block always", () => {
  const finding = (severity: string, isIgnored: string | null, isPass = "0") =>
    ({ severity, isIgnored, isPass }) as never;
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

test("what is open and what is clean follows the claim’s own figures; before the check nothing is clean", () => {
  const row = (id: string, openFindings: number, detailStatus = "0") =>
    ({ ...(line(id, "1", "1000.00", detailStatus) as object), openFindings }) as never;
  const detailList = [row("1", 0), row("2", 3), row("3", 2), row("4", 0, "1")];
  const headFindings = [
    { severity: "2", isIgnored: null, isPass: "0" },
    { severity: "2", isIgnored: "1", isPass: "0" },
  ] as never;
  assert.equal(openOf({ detailList, headFindings }, {}), 6);
  assert.equal(
    openOf({ detailList, headFindings }, { "2": { detailStatus: "2", unApproveReason: "x" } }),
    3,
    "of a refused row nothing is left to do",
  );
  assert.deepEqual(
    cleanOf({ detailList, trialTime: "2026-01-05 09:00:00" }, {}).map((one) => one.id),
    ["1"],
  );
  assert.deepEqual(cleanOf({ detailList, trialTime: null }, {}), []);
});
