/** Where a head may break: after a word, and between Chinese characters, but not inside of brackets. */
const headPieces = /[^\s\u2E80-\uFFFF]+\s*|（*[\u2E80-\uFFFF][）、，：]*/g;

/** About how many px a text needs, in the wider ones of the fonts that offices have: what is taken for too long loses its middle, what is taken for too short its end. */
export const textWidth = (text: string): number => [...text].reduce((sum, c) => sum + letterWidth(c), 0);

/** The end of a text that stays where it is cut in its middle: up to six characters (the number of a class, the branch of an office) in at most `width` px. */
export function lastCharacters(text: string, width: number): string {
  const end = [...text].slice(-6);
  while (end.length > 0 && textWidth(end.join("")) > width) end.shift();
  return end.join("");
}

/** About how many px a text of bold letters needs; Chinese characters keep their square. */
const boldWidth = (text: string): number => [...text].reduce((sum, c) => sum + (isSquare(c) ? 14 : 9.8), 0);
const letterWidth = (character: string): number => {
  if (isSquare(character)) return 14;
  return /[0-9A-Z]/.test(character) ? 9 : 8;
};
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
