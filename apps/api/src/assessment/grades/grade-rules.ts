import { type TestSubject, hasReview } from "@jipei/contract/assessment/parts.ts";
import { Decimal } from "decimal.js";

export type Band = "excellent" | "good" | "pass" | "fail";
/** 0 not assessed · 1 passed · 2 failed · 3 absent */
export type Result = "0" | "1" | "2" | "3";

export interface Scores {
  theory: string | null;
  practice: string | null;
  review: string | null;
}
export interface Marks {
  pass: Decimal;
  good: Decimal;
  excellent: Decimal;
}
export interface Weights {
  theory: Decimal;
  practice: Decimal;
  /** theory/practice/review for levels 2 and 1. */
  high: readonly [Decimal, Decimal, Decimal];
}
export interface Graded {
  totalScore: string | null;
  result: Result;
  gradeBand: Band | null;
}

export type Part = "theory" | "practice" | "review";
export const parts: readonly Part[] = ["theory", "practice", "review"];
/** Code of a subject → part of the score. */
export const partOf: Readonly<Record<TestSubject, Part>> = { "1": "theory", "2": "practice", "3": "review" };

/**
 * Total, result and band of one student. The total only ranks: no other part compensates for a failed one. The band goes
 * by the lowest part. A violation takes precedence over an absence.
 * @param subjects parts that must be passed; one kept from an earlier attempt comes with its score
 */
export function grade(
  scores: Scores,
  subjects: readonly Part[],
  level: string | null,
  state: { isAbsent: boolean; isCheat: boolean },
  marks: Marks,
  weights: Weights,
): Graded {
  if (state.isCheat) return { totalScore: "0.00", result: "2", gradeBand: "fail" };
  const values = subjects.map((part) => scores[part]);
  const missing = values.some((value) => value === null);
  if (state.isAbsent && missing) return { totalScore: null, result: "3", gradeBand: null };
  if (missing) return { totalScore: null, result: "0", gradeBand: null };
  const points = values.map((value) => new Decimal(value as string));
  const lowest = Decimal.min(...points);
  const total = subjects.length === 1 ? (points[0] as Decimal) : weighted(scores, level, weights);
  const gradeBand = (["excellent", "good", "pass"] as const).find((band) => lowest.gte(marks[band])) ?? "fail";
  return {
    totalScore: total.toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toFixed(2),
    result: gradeBand === "fail" ? "2" : "1",
    gradeBand,
  };
}

function weighted(scores: Scores, level: string | null, weights: Weights): Decimal {
  const [theory, practice, review] = hasReview(level)
    ? weights.high
    : [weights.theory, weights.practice, new Decimal(0)];
  return new Decimal(scores.theory ?? 0)
    .times(theory)
    .plus(new Decimal(scores.practice ?? 0).times(practice))
    .plus(new Decimal(scores.review ?? 0).times(review));
}
