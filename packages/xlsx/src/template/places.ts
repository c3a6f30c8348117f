import { type TemplateBook, type TemplateSheet, cellTextOf, rowsOf } from "./template-book.ts";
import { TemplateError } from "./template-faults.ts";
import { attributeOf, childrenOf } from "./xml-tree.ts";

/** `{{what}}`: a place that is filled in. */
export const placePattern = /\{\{\s*([^{}]{1,200}?)\s*\}\}/g;
const begins = /^#each(?:\s+rows)?$/i;
const ends = /^\/each$/i;
/** Whether a place is the mark of a begin or an end. */
function markOf(place: string): "begin" | "end" | null {
  if (begins.test(place)) return "begin";
  return ends.test(place) ? "end" : null;
}
const isMark = (place: string): boolean => markOf(place) !== null;

/** A place of a form, and where it stands. */
export interface FoundPlace {
  sheet: string;
  cell: string;
  place: string;
  /** Within the rows that are repeated. */
  inRows: boolean;
}

/** The rows that are repeated, as the sheet numbers them; rows that hold nothing but the mark of begin or end go away. */
export interface Block {
  first: number;
  last: number;
  beginMark: number | null;
  endMark: number | null;
}

export function placesIn(text: string): string[] {
  return [...text.matchAll(placePattern)].map(([, place = ""]) => place);
}

/** A text without the marks of begin and end. */
export const withoutMarks = (text: string): string =>
  text.replace(placePattern, (whole, place: string) => (isMark(place) ? "" : whole));

/** Finds the repeated rows of a sheet. @throws TemplateError for a begin without an end, or a second one */
export function findBlock(book: TemplateBook, sheet: TemplateSheet): Block | null {
  const marks = { begin: [] as Mark[], end: [] as Mark[] };
  for (const row of rowsOf(sheet)) {
    const number = Number(attributeOf(row, "r"));
    const cells = childrenOf(row, "c").map((cell) => ({
      at: attributeOf(cell, "r") ?? "",
      text: cellTextOf(book, cell),
    }));
    for (const { at, text } of cells)
      for (const place of placesIn(text)) {
        const kind = markOf(place);
        if (!kind) {
          if (/^[#/]/.test(place)) throw new TemplateError("block", `{{${place}}}`, `${sheet.name}!${at}`);
          continue;
        }
        const isAlone = cells.every((cell) => withoutMarks(cell.text).trim() === "");
        marks[kind].push({ number, at, isAlone });
      }
  }
  return blockOf(sheet, marks);
}
interface Mark {
  number: number;
  at: string;
  isAlone: boolean;
}

function blockOf({ name }: TemplateSheet, { begin, end }: Record<"begin" | "end", Mark[]>): Block | null {
  const [first] = begin;
  const [last] = end;
  if (!first && !last) return null;
  const second = begin[1] ?? end[1];
  if (!first || !last || second) {
    const at = second ?? first ?? last;
    throw new TemplateError("block", "{{#each rows}} … {{/each}}", at ? `${name}!${at.at}` : name);
  }
  const beginMark = first.isAlone ? first.number : null;
  const endMark = last.isAlone ? last.number : null;
  const block = {
    first: first.number + (first.isAlone ? 1 : 0),
    last: last.number - (last.isAlone ? 1 : 0),
    beginMark,
    endMark,
  };
  if (block.last < block.first) throw new TemplateError("block", "{{#each rows}} … {{/each}}", `${name}!${last.at}`);
  return block;
}

/** All places of a form. @throws TemplateError */
export function findPlaces(book: TemplateBook): FoundPlace[] {
  return book.sheets.flatMap((sheet) => {
    const block = findBlock(book, sheet);
    return rowsOf(sheet).flatMap((row) => {
      const number = Number(attributeOf(row, "r"));
      const inRows = block !== null && number >= block.first && number <= block.last;
      return childrenOf(row, "c").flatMap((cell) =>
        placesIn(cellTextOf(book, cell))
          .filter((place) => !isMark(place))
          .map((place): FoundPlace => ({ sheet: sheet.name, cell: attributeOf(cell, "r") ?? "", place, inRows })),
      );
    });
  });
}
