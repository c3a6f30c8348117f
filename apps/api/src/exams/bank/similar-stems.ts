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

/** Stems that another one is compared with: by the pairs of characters that both have, as a share of those that either has (Jaccard). */
export class StemIndex {
  /** By pair, the places of the stems that have it. */
  readonly #places = new Map<string, number[]>();
  readonly #sizes: number[] = [];

  /** @returns the place of the stem, from 0 on */
  add(stem: string): number {
    const place = this.#sizes.length;
    const own = pairs(stem);
    this.#sizes.push(own.size);
    for (const pair of own) {
      const known = this.#places.get(pair);
      if (known) known.push(place);
      else this.#places.set(pair, [place]);
    }
    return place;
  }

  /** The stems that are worth a look, the most alike first. */
  find(stem: string): { place: number; share: number }[] {
    const own = pairs(stem);
    const common = new Map<number, number>();
    for (const pair of own)
      for (const place of this.#places.get(pair) ?? []) common.set(place, (common.get(place) ?? 0) + 1);
    return [...common]
      .map(([place, count]) => ({ place, share: count / (own.size + (this.#sizes[place] ?? 0) - count) }))
      .filter(({ share }) => share >= alike)
      .sort((a, b) => b.share - a.share);
  }
}

/** The questions whose stems are most like another one. */
export function findLike(stem: string, others: readonly { id: string; stem: string }[]): SimilarQuestion[] {
  const index = new StemIndex();
  for (const other of others) index.add(other.stem);
  return index
    .find(stem)
    .slice(0, mostShown)
    .flatMap(({ place, share }) => {
      const other = others[place];
      return other ? [{ ...other, likeness: share.toFixed(2) }] : [];
    });
}
