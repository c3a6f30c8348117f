import type { SimilarQuestion } from "@jipei/contract/exams/question.ts";
import { plain } from "./question-content.ts";

/** From this share of common pairs of characters on, two stems are worth a look. */
const alike = 0.6;
const mostShown = 5;

/** The pairs of neighbouring characters of a text, without spaces and punctuation. */
function pairs(text: string): ReadonlySet<string> {
  const words = plain(text);
  return new Set(Array.from({ length: Math.max(1, words.length - 1) }, (_, at) => words.slice(at, at + 2)));
}

/** The stems that are most like another one: by the pairs of characters that both have, as a share of those that either has (Jaccard). */
export function findLike(stem: string, others: readonly { id: string; stem: string }[]): SimilarQuestion[] {
  const wanted = pairs(stem);
  return others
    .map((other) => {
      const found = pairs(other.stem);
      const common = [...wanted].filter((pair) => found.has(pair)).length;
      return { ...other, share: common / (wanted.size + found.size - common) };
    })
    .filter(({ share }) => share >= alike)
    .sort((a, b) => b.share - a.share)
    .slice(0, mostShown)
    .map(({ id, stem: words, share }) => ({ id, stem: words, likeness: share.toFixed(2) }));
}
