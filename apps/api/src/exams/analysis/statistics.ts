import { Decimal } from "decimal.js";

/** Figures of an exam. Sums of scores are exact; deviations and probabilities are estimates and computed as such. */

/** Mean and standard deviation (of all papers, not of a sample), in points with two decimals; null without papers. */
export function describeScores(scores: readonly string[]): { average: string | null; deviation: string | null } {
  if (scores.length === 0) return { average: null, deviation: null };
  return {
    average: getMean(scores).toFixed(2, Decimal.ROUND_HALF_UP),
    deviation: getVariance(scores).sqrt().toFixed(2),
  };
}

const getMean = (scores: readonly string[]): Decimal =>
  scores.reduce((total, score) => total.plus(score), new Decimal(0)).div(scores.length);

function getVariance(scores: readonly string[]): Decimal {
  const mean = getMean(scores);
  return scores
    .reduce((total, score) => total.plus(new Decimal(score).minus(mean).pow(2)), new Decimal(0))
    .div(scores.length);
}

/** Papers of each band of ten points, from 0 to 100. @param total the full score */
export function countBands(scores: readonly string[], total: string): { from: number; papers: number }[] {
  const bands = Array.from({ length: 10 }, (_, index) => ({ from: index * 10, papers: 0 }));
  for (const score of scores) {
    const percent = new Decimal(score).times(100).div(total).toNumber();
    const band = bands[Math.min(9, Math.floor(percent / 10))];
    if (band) band.papers++;
  }
  return bands;
}

/**
 * Discrimination of a question: the share of right answers among the best 27 % of the papers less that among the last 27 %.
 * @param right for each paper, from the best to the last one, whether it had the answer right; at least ten papers
 */
export function discriminate(right: readonly boolean[]): string | null {
  if (right.length < 10) return null;
  const size = Math.max(1, Math.round(right.length * 0.27));
  const rate = (papers: readonly boolean[]) => papers.filter(Boolean).length / papers.length;
  return (rate(right.slice(0, size)) - rate(right.slice(-size))).toFixed(2);
}

/**
 * Reliability by Kuder and Richardson's formula 20: k / (k − 1) × (1 − Σ p q / σ²), where p is the share of right answers to a question, q the
 * rest, and σ² the variance of the numbers of right answers.
 * @param papers for each paper, for the same questions in the same order, whether the answer was right
 * @returns three decimals; null for less than two questions, or where all papers have the same number of right answers
 */
export function getReliability(papers: readonly (readonly boolean[])[]): string | null {
  const questions = papers[0]?.length ?? 0;
  if (questions < 2 || papers.length < 2) return null;
  const variance = getVariance(papers.map((paper) => String(paper.filter(Boolean).length))).toNumber();
  if (variance === 0) return null;
  let sum = 0;
  for (let question = 0; question < questions; question++) {
    const share = papers.filter((paper) => paper[question]).length / papers.length;
    sum += share * (1 - share);
  }
  return ((questions / (questions - 1)) * (1 - sum / variance)).toFixed(3);
}

/** The wrong answers of a paper, by question. */
export interface WrongAnswers {
  name: string;
  /** Questions of the paper. */
  questions: ReadonlySet<string>;
  wrong: ReadonlyMap<string, string>;
}

export interface AlikePair {
  first: string;
  second: string;
  common: number;
  sameWrong: number;
  probability: number;
}

/**
 * Pairs of papers that have suspiciously many wrong answers in common. That two wrong answers to a question are the same has by chance the
 * probability Σ s², s being the shares of each wrong answer among all wrong ones to it; the questions that both had wrong are independent,
 * so that the number of same answers follows a Poisson binomial distribution. Its tail is the probability of so many or more.
 * @param below pairs with a greater probability are left out
 */
export function findAlike(papers: readonly WrongAnswers[], below = 0.001, most = 50): AlikePair[] {
  const chances = getChances(papers);
  const pairs: AlikePair[] = [];
  for (const [index, first] of papers.entries())
    for (const second of papers.slice(index + 1)) {
      const both = [...first.wrong].filter(([question]) => second.wrong.has(question));
      const sameWrong = both.filter(([question, answer]) => second.wrong.get(question) === answer).length;
      // Fewer same answers are no sign, whatever their probability.
      if (sameWrong < 3) continue;
      const probability = getTail(
        both.map(([question]) => chances.get(question) ?? 1),
        sameWrong,
      );
      if (probability >= below) continue;
      const common = [...first.questions].filter((question) => second.questions.has(question)).length;
      pairs.push({ first: first.name, second: second.name, common, sameWrong, probability });
    }
  return pairs.sort((a, b) => a.probability - b.probability).slice(0, most);
}

/** For each question the probability that two wrong answers to it are the same. */
function getChances(papers: readonly WrongAnswers[]): Map<string, number> {
  const counts = new Map<string, Map<string, number>>();
  for (const { wrong } of papers)
    for (const [question, answer] of wrong) {
      const ofQuestion = counts.get(question) ?? new Map<string, number>();
      counts.set(question, ofQuestion.set(answer, (ofQuestion.get(answer) ?? 0) + 1));
    }
  return new Map(
    [...counts].map(([question, ofQuestion]) => {
      const sum = [...ofQuestion.values()].reduce((total, count) => total + count, 0);
      return [question, [...ofQuestion.values()].reduce((total, count) => total + (count / sum) ** 2, 0)];
    }),
  );
}

/** The probability that at least `least` of independent events happen. */
export function getTail(chances: readonly number[], least: number): number {
  let distribution = [1];
  for (const chance of chances) {
    const next = Array.from({ length: distribution.length + 1 }, () => 0);
    for (const [happened, probability] of distribution.entries()) {
      next[happened] = (next[happened] ?? 0) + probability * (1 - chance);
      next[happened + 1] = (next[happened + 1] ?? 0) + probability * chance;
    }
    distribution = next;
  }
  return distribution.slice(least).reduce((sum, probability) => sum + probability, 0);
}
