import type { BankPicture } from "./bank-pictures.ts";
import type { Difficulty, QuestionType } from "@jipei/contract/exams/question.ts";

/** A question with its key, as files of the bank have it. */
export interface BankQuestion {
  id: string;
  courseName: string;
  /** The knowledge point with those above it, with slashes between. */
  place: string;
  questionType: QuestionType;
  difficulty: Difficulty;
  stem: string;
  options: readonly { letter: string; text: string }[];
  answer: string;
  analysis: string | null;
  picture: BankPicture | null;
}
