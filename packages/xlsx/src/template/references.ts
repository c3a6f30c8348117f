import { columnLetters } from "../sheet.ts";

/** Cells by their numbers: both count from 1. */
export interface CellPlace {
  row: number;
  column: number;
}

export const columnNumber = (letters: string): number =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** `C7` → its place; null for what names no single cell. */
export function placeOf(reference: string): CellPlace | null {
  const [, letters = "", row = ""] = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(reference) ?? [];
  return row ? { row: Number(row), column: columnNumber(letters) } : null;
}
export const referenceTo = ({ row, column }: CellPlace): string => `${columnLetters(column - 1)}${row}`;

export interface Area {
  from: CellPlace;
  to: CellPlace;
}
/** `A1:C7`, or a single cell as an area. */
export function areaOf(reference: string): Area | null {
  const [first = "", last = first] = reference.split(":");
  const from = placeOf(first);
  const to = placeOf(last);
  return from && to ? { from, to } : null;
}
export const areaText = ({ from, to }: Area): string =>
  from.row === to.row && from.column === to.column ? referenceTo(from) : `${referenceTo(from)}:${referenceTo(to)}`;
