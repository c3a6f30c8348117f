import type { Difficulty, QuestionType } from "@jipei/contract/exams/question.ts";
import { Decimal } from "decimal.js";

/** What an exam asks for, as far as its questions and their points are concerned. */
export interface Blueprint {
  singleCount: number;
  singleScore: string;
  multiCount: number;
  multiScore: string;
  judgeCount: number;
  judgeScore: string;
  easyRate: number;
  mediumRate: number;
  hardRate: number;
}

/** The points of a question of each kind, as an exam has them. */
export type Scores = Pick<Blueprint, "singleScore" | "multiScore" | "judgeScore">;
export const getPoints = (of: Scores): Readonly<Record<QuestionType, string>> => ({
  "1": of.singleScore,
  "2": of.multiScore,
  "3": of.judgeScore,
});

/** Questions of each kind, and the points of each. */
export function getKinds(of: Blueprint): Readonly<Record<QuestionType, { count: number; points: string }>> {
  const points = getPoints(of);
  return {
    "1": { count: of.singleCount, points: points["1"] },
    "2": { count: of.multiCount, points: points["2"] },
    "3": { count: of.judgeCount, points: points["3"] },
  };
}

/** The points of all questions together. */
export const getTotal = (of: Blueprint): Decimal =>
  Object.values(getKinds(of)).reduce(
    (sum, { count, points }) => sum.plus(new Decimal(points).times(count)),
    new Decimal(0),
  );

/**
 * Questions of each difficulty: the shares of easy and hard ones rounded half up, the rest medium (rules.md §3.4).
 * @param count questions of a kind
 */
export function splitByDifficulty(
  count: number,
  { easyRate, hardRate }: Pick<Blueprint, "easyRate" | "hardRate">,
): Readonly<Record<Difficulty, number>> {
  const easy = Math.min(count, roundShare(count, easyRate));
  // Of a few questions, the rounded shares may be more than there are.
  const hard = Math.min(count - easy, roundShare(count, hardRate));
  return { "1": easy, "2": count - easy - hard, "3": hard };
}
/** A percentage of a whole number, half up, in whole numbers. */
const roundShare = (count: number, rate: number): number => Math.floor((count * rate + 50) / 100);

/** Shares whole things out by weights: each gets what is due rounded down, and the largest remainders one more. */
export function shareOut(count: number, weights: readonly string[]): number[] {
  const sum = weights.reduce((total, weight) => total.plus(weight), new Decimal(0));
  const exact = weights.map((weight) => new Decimal(weight).times(count).div(sum));
  const shares = exact.map((value) => value.floor().toNumber());
  const rest = count - shares.reduce((total, share) => total + share, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value.minus(value.floor()) }))
    .sort((a, b) => b.remainder.comparedTo(a.remainder) || a.index - b.index);
  for (const { index } of byRemainder.slice(0, rest)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}
