/**
 * What stands in a document beside its words, and where: in the text of a paragraph each object is one character of its own, so that it stays in its
 * place when stem, options and explanation are told apart.
 */
export type WordObject =
  | { kind: "picture"; part: string }
  /** A picture that lies outside of the document. */
  | { kind: "outside" }
  /** A shape, a chart: anything that is drawn and no picture. */
  | { kind: "drawing" }
  /** A formula with something in it that is not known. */
  | { kind: "formula"; unknown: string };

/** First of a plane of characters that mean nothing by themselves. */
const first = 0xf0000;
const marks = /[\u{f0000}-\u{ffffd}]/gu;
const marksFirst = /^([\s\u{f0000}-\u{ffffd}]*[\u{f0000}-\u{ffffd}])(.*)$/su;

/** The character for an object. @param place its number in the document */
export const getMark = (place: number): string => String.fromCodePoint(first + Math.min(place, 0xfffd));

/** A text without objects. */
export const withoutMarks = (text: string): string => text.replace(marks, "");

/** The objects of a text in their order, by their numbers in the document. */
export const findMarks = (text: string): number[] =>
  [...text.matchAll(marks)].map(([mark]) => (mark.codePointAt(0) ?? first) - first);

/** A text with the objects that it begins with behind its words: a number stands first then. */
export const wordsFirst = (text: string): string => {
  const [, objects = "", words = text] = marksFirst.exec(text) ?? [];
  return words + objects.trim();
};
