import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { countBands, describeScores, discriminate, findAlike, getReliability, getTail } from "./statistics.ts";

describe("the figures of an exam", () => {
  it("finds mean and standard deviation", () => {
    assert.deepEqual(describeScores(["2", "4", "4", "4", "5", "5", "7", "9"]), { average: "5.00", deviation: "2.00" });
    assert.deepEqual(describeScores([]), { average: null, deviation: null });
  });

  it("counts bands of ten points of a hundred, the full score in the last one", () => {
    const bands = countBands(["0", "9.9", "10", "59.5", "60", "100"], "100");
    assert.deepEqual(
      bands.map(({ papers }) => papers),
      [2, 1, 0, 0, 0, 1, 1, 0, 0, 1],
    );
    assert.equal(countBands(["45"], "50")[9]?.papers, 1);
  });

  it("compares the best 27 % with the last, from ten papers on", () => {
    const right = (best: number, rest: number) => Array.from({ length: best + rest }, (_, n) => n < best);
    assert.equal(discriminate(right(3, 7)), "1.00");
    assert.equal(discriminate(right(10, 0)), "0.00");
    assert.equal(discriminate([...right(0, 7), true, true, true]), "-1.00");
    assert.equal(discriminate(right(3, 6)), null);
  });

  it("works out KR-20 by hand's example", () => {
    // Four papers, three questions: p = 3/4, 2/4, 1/4; Σpq = 0.625; numbers right 3, 2, 1, 0: σ² = 1.25; 3/2 × (1 − 0.5) = 0.75.
    const papers = [
      [true, true, true],
      [true, true, false],
      [true, false, false],
      [false, false, false],
    ];
    assert.equal(getReliability(papers), "0.750");
    assert.equal(
      getReliability([
        [true, false],
        [false, true],
      ]),
      null,
      "no variance",
    );
  });

  it("tells the tail of independent events", () => {
    assert.ok(Math.abs(getTail([0.5, 0.5], 1) - 0.75) < 1e-12);
    assert.ok(Math.abs(getTail([0.5, 0.25], 2) - 0.125) < 1e-12);
    assert.equal(getTail([], 1), 0);
  });

  it("finds two papers that share their wrong answers among many that do not", () => {
    const questions = new Set(Array.from({ length: 20 }, (_, n) => String(n)));
    const paper = (name: string, answer: (n: number) => string) => ({
      name,
      questions,
      wrong: new Map(Array.from({ length: 12 }, (_, n): [string, string] => [String(n), answer(n)])),
    });
    // A fixed sequence that looks like chance.
    let state = 7;
    const next = (): string => "ACD"[(state = (state * 48_271) % 2_147_483_647) % 3] ?? "A";
    const shared = Array.from({ length: 12 }, next);
    const papers = [
      ...Array.from({ length: 9 }, (_, k) => paper(`独立${k}`, next)),
      paper("甲", (n) => shared[n] ?? "A"),
      paper("乙", (n) => shared[n] ?? "A"),
    ];
    const [first] = findAlike(papers);
    assert.deepEqual([first?.first, first?.second, first?.sameWrong, first?.common], ["甲", "乙", 12, 20]);
  });
});
