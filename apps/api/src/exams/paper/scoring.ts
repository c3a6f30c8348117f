import type { QuestionType } from "@jipei/contract/exams/question.ts";
import { Decimal } from "decimal.js";

/** A question as it is marked. */
export interface Marked {
  questionType: QuestionType;
  /** Letters in their order. */
  key: string;
  /** The full score, in points. */
  points: string;
  /** Found faulty: it counts in full for everybody. */
  isStruck: boolean;
}

/**
 * Scores one answer (rules.md §3.4): an answer that equals the key has the full score; of a multiple choice that is incomplete but faultless
 * a share counts; any wrong letter counts nothing.
 * @param answer letters in their order; null: no answer
 * @param partial the share of an incomplete multiple choice (`exam.multi.partial`)
 * @returns points with one decimal, half up
 */
export function scoreAnswer(
  { questionType, key, points, isStruck }: Marked,
  answer: string | null,
  partial: Decimal,
): { isRight: boolean; score: string } {
  const isRight = answer === key;
  if (isStruck || isRight) return { isRight, score: new Decimal(points).toFixed(1) };
  const isPart =
    questionType === "2" && answer !== null && answer !== "" && [...answer].every((letter) => key.includes(letter));
  return { isRight, score: new Decimal(points).times(isPart ? partial : 0).toFixed(1, Decimal.ROUND_HALF_UP) };
}
