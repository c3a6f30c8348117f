/** Where a head may break: after a word, and between Chinese characters, but not inside of brackets. */
const headPieces = /[^\s\u2E80-\uFFFF]+\s*|（*[\u2E80-\uFFFF][）、，：]*/g;

/** About how many px a text needs. */
export const textWidth = (text: string): number => [...text].reduce((sum, c) => sum + (isSquare(c) ? 14 : 8), 0);
/** The same for bold letters; Chinese characters keep their square. */
const boldWidth = (text: string): number => [...text].reduce((sum, c) => sum + (isSquare(c) ? 14 : 9.8), 0);
const isSquare = (character: string): boolean => character > "\u2E80";

/** The same in two lines, of which the longer one counts. */
function foldedWidth(head: string): number {
  const pieces = head.match(headPieces) ?? [];
  const lines = pieces.map((_, i) => [pieces.slice(0, i), pieces.slice(i)].map((line) => line.join("").trim()));
  return Math.min(boldWidth(head), ...lines.map((line) => Math.max(...line.map(boldWidth))));
}

/**
 * Px for the words of a head and its sort arrows, within reason.
 * @param lines in how many lines the words may stand
 */
export const headWidth = (head: string, sortable: boolean, lines: 1 | 2 = 1): number =>
  Math.min(230, Math.ceil(lines === 1 ? boldWidth(head) : foldedWidth(head)) + 18 + (sortable ? 22 : 0));
