import { buffer } from "node:stream/consumers";
import { startsLikeFormula } from "../write-text.ts";
import { zip } from "../write-zip.ts";
import { writeValues } from "./computed-cells.ts";
import { CellStyles } from "./cell-styles.ts";
import { findBlock, placePattern, placesIn, withoutMarks } from "./places.ts";
import { placeOf, referenceTo } from "./references.ts";
import { RowMoves, sharedFormula } from "./row-moves.ts";
import { type TemplateBook, type TemplateSheet, cellTextOf, mergesOf, openTemplate, rowsOf } from "./template-book.ts";
import { moveRest } from "./sheet-rest.ts";
import { TemplateError } from "./template-faults.ts";
import {
  type XmlElement,
  attributeOf,
  childOf,
  childrenOf,
  copyOf,
  element,
  localName,
  textOf,
  writeTree,
} from "./xml-tree.ts";

/** A value for a place: a text, the digits of a number, a day (yyyy-MM-dd), or nothing. */
export type TemplateValue = string | { number: string } | { day: string } | null;
/** What stands at a place, by what the place says. */
export type Values = (place: string) => TemplateValue;
export interface Filling {
  once: Values;
  rows: readonly Values[];
}

/**
 * Fills a form in. Formats, merged cells, pictures and the set-up of printing stay; rows below the repeated ones move down, and formulas with them.
 * Values are never read for places, nor as formulas.
 * @throws TemplateError
 */
export async function fillTemplate(template: Buffer, filling: Filling): Promise<Buffer> {
  const book = await openTemplate(template);
  const styles = new CellStyles(book.styles);
  const moves = book.sheets.map((sheet) => {
    const moved = new RowMoves(findBlock(book, sheet), filling.rows.length);
    spellOutFormulas(sheet);
    const merged = mergesOf(sheet);
    fillRows(book, sheet, moved, filling, styles);
    moveRest(book, sheet, moved, merged);
    writeValues(book, sheet);
    return moved;
  });
  return packed(book, moves);
}

/** Cells of all repeated rows: more make no form that anybody reads. */
const mostCells = 200_000;

/** Writes shared formulas out, so that each cell has its own. */
function spellOutFormulas(sheet: TemplateSheet): void {
  const shared = new Map<string, { text: string; reference: string }>();
  for (const row of rowsOf(sheet))
    for (const cell of childrenOf(row, "c"))
      for (const formula of childrenOf(cell, "f")) {
        if (attributeOf(formula, "t") !== "shared") continue;
        const index = attributeOf(formula, "si") ?? "";
        const reference = attributeOf(cell, "r") ?? "";
        const text = textOf(formula);
        if (text) shared.set(index, { text, reference });
        const first = shared.get(index);
        const from = first && placeOf(first.reference);
        const to = placeOf(reference);
        if (first && from && to) formula.children = [sharedFormula(first.text, from, to)];
        formula.attributes = new Map();
      }
}

function fillRows(
  book: TemplateBook,
  sheet: TemplateSheet,
  moves: RowMoves,
  { once, rows }: Filling,
  styles: CellStyles,
): void {
  const data = childOf(sheet.root, "sheetData");
  if (!data) return;
  const all = childrenOf(data, "row").filter((row) => !moves.isGone(Number(attributeOf(row, "r"))));
  const place = (row: XmlElement, values: Values, time: number | null) =>
    filledRow(book, row, values, styles, moves, time);
  const repeated = all.filter((row) => moves.isRepeated(Number(attributeOf(row, "r"))));
  const cells = repeated.reduce((sum, row) => sum + childrenOf(row, "c").length, 0);
  if (cells * moves.times > mostCells) throw new TemplateError("tooLarge", `${cells} × ${moves.times}`);
  const isAbove = (row: XmlElement) => Number(attributeOf(row, "r")) < Number(attributeOf(repeated[0] ?? row, "r"));
  const nothing: Values = () => null;
  const above = repeated.length === 0 ? all : all.filter(isAbove);
  const below = repeated.length === 0 ? [] : all.filter((row) => !isAbove(row) && !repeated.includes(row));
  data.children = [
    ...above.map((row) => place(row, once, null)),
    ...Array.from({ length: repeated.length === 0 ? 0 : moves.times }, (_, time) =>
      repeated.map((row) => place(row, rows[time] ?? nothing, time)),
    ).flat(),
    ...below.map((row) => place(row, once, null)),
  ];
}

function filledRow(
  book: TemplateBook,
  row: XmlElement,
  values: Values,
  styles: CellStyles,
  moves: RowMoves,
  time: number | null,
): XmlElement {
  const filled = copyOf(row);
  const number = moves.rowOf(Number(attributeOf(row, "r")), time ?? 0);
  filled.attributes.set("r", String(number));
  // A height that nobody has set follows from what stands in the row.
  if (time !== null && attributeOf(row, "customHeight") !== "1") filled.attributes.delete("ht");
  for (const cell of childrenOf(filled, "c")) {
    const at = placeOf(attributeOf(cell, "r") ?? "");
    if (at) cell.attributes.set("r", referenceTo({ ...at, row: number }));
    const formula = childOf(cell, "f");
    if (formula) {
      formula.children = [moves.formula(textOf(formula), time)];
      // Its last value is of the template; the new one is computed when all cells are there.
      cell.children = [formula];
      cell.attributes.delete("t");
      continue;
    }
    const text = cellTextOf(book, cell);
    if (placesIn(text).length > 0) write(cell, valueOf(text, values), styles);
  }
  return filled;
}

/** A cell that is one place has its value as it is; in a longer text values are texts. */
function valueOf(text: string, values: Values): TemplateValue {
  const plain = withoutMarks(text);
  const [only] = placesIn(plain);
  if (only !== undefined && plain.trim().replace(placePattern, "") === "" && placesIn(plain).length === 1)
    return values(only);
  return plain.replace(placePattern, (_whole, place: string) => wordOf(values(place)));
}

function wordOf(value: TemplateValue): string {
  if (value === null || typeof value === "string") return value ?? "";
  return "number" in value ? value.number : value.day;
}

/** Digits that spreadsheet programs keep exactly. */
const exactDigits = 15;

function write(cell: XmlElement, value: TemplateValue, styles: CellStyles): void {
  const style = Number(attributeOf(cell, "s") ?? 0);
  cell.attributes.delete("t");
  cell.children = [];
  if (value === null) return;
  if (typeof value !== "string" && "number" in value && value.number.replaceAll(/\D/g, "").length <= exactDigits) {
    cell.children = [element("v", {}, [value.number])];
    return;
  }
  if (typeof value !== "string" && "day" in value && styles.isDay(style)) {
    cell.children = [element("v", {}, [String(Date.parse(`${value.day}T00:00:00Z`) / 86_400_000 + 25_569)])];
    return;
  }
  const text = wordOf(value);
  if (startsLikeFormula(text)) cell.attributes.set("s", String(styles.quoted(style)));
  cell.attributes.set("t", "inlineStr");
  cell.children = [element("is", {}, [element("t", { "xml:space": "preserve" }, [spelled(text)])])];
}

/** What XML cannot hold is left out; a text that reads like the code of a character is kept from becoming it. */
const spelled = (text: string): string =>
  text
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_");

/** The archive with the changed parts; programs compute all formulas when they open it. */
function packed(book: TemplateBook, moves: readonly RowMoves[]): Promise<Buffer> {
  const { parts, workbook, styles, sheets } = book;
  moveNames(workbook, moves);
  const setting = childOf(workbook, "calcPr");
  if (setting) setting.attributes.set("fullCalcOnLoad", "1");
  else
    insertBehind(workbook, element("calcPr", { fullCalcOnLoad: "1" }), [
      "definedNames",
      "externalReferences",
      "sheets",
    ]);
  parts.set("xl/workbook.xml", writeTree(workbook));
  parts.set("xl/styles.xml", writeTree(styles));
  for (const { path, root } of sheets) parts.set(path, writeTree(root));
  dropChain(parts);
  return buffer(zip([...parts].map(([path, content]) => ({ path, pieces: [content] }))));
}

function moveNames(workbook: XmlElement, moves: readonly RowMoves[]): void {
  for (const name of childrenOf(childOf(workbook, "definedNames") ?? workbook, "definedName")) {
    const of = moves[Number(attributeOf(name, "localSheetId") ?? 0)];
    if (!of) continue;
    name.children = [
      textOf(name).replaceAll(
        /(\$[A-Z]{1,3})\$(\d+)(?::(\$[A-Z]{1,3})\$(\d+))?/g,
        (_whole, first: string, from: string, last?: string, to?: string) => {
          const begin = `${first}$${of.rowOf(Number(from), 0)}`;
          return last && to ? `${begin}:${last}$${of.rowOf(Number(to), of.times - 1)}` : begin;
        },
      ),
    ];
  }
}

function insertBehind(parent: XmlElement, made: XmlElement, names: readonly string[]): void {
  const at = parent.children.findLastIndex((child) => typeof child !== "string" && names.includes(localName(child)));
  parent.children.splice(at + 1, 0, made);
}

/** The order in which formulas were computed last: of the template’s cells, not of these. */
function dropChain(parts: Map<string, Buffer>): void {
  const path = "xl/calcChain.xml";
  if (!parts.delete(path)) return;
  for (const list of ["[Content_Types].xml", "xl/_rels/workbook.xml.rels"]) {
    const text = (parts.get(list) ?? Buffer.alloc(0)).toString("utf8");
    parts.set(list, Buffer.from(text.replace(/<(?:Override|Relationship)\b[^>]*calcChain[^>]*\/>/, "")));
  }
}
