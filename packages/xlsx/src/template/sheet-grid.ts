import { type Look, readLooks } from "./cell-looks.ts";
import { computedCells } from "./computed-cells.ts";
import type { Value } from "./formula-value.ts";
import { numberText } from "./number-text.ts";
import { type Area, areaOf, placeOf } from "./references.ts";
import { type TemplateBook, type TemplateSheet, mergesOf, openFilled, rowsOf } from "./template-book.ts";
import { attributeOf, childOf, childrenOf, textOf } from "./xml-tree.ts";

/** A sheet as a grid of boxes with texts, for paper. Lengths in points. */
export interface SheetGrid {
  name: string;
  widths: readonly number[];
  heights: readonly number[];
  boxes: readonly GridBox[];
  page: GridPage;
}
export interface GridBox {
  /** From 0. */
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
  text: string;
  isNumber: boolean;
  look: Look;
}
export interface GridPage {
  isLandscape: boolean;
  size: "A3" | "A4";
  margins: { top: number; right: number; bottom: number; left: number };
  isCentred: boolean;
  /** Rows that every page begins with, from 0; the last one is not among them. */
  titles: readonly [from: number, to: number] | null;
  /** Rows behind which a page ends. */
  breaks: readonly number[];
}

/** The sheets of a filled form that are not hidden. Formulas have the values that they come to. @throws TemplateError */
export async function readGrids(workbook: Buffer): Promise<SheetGrid[]> {
  const book = await openFilled(workbook);
  const looks = readLooks(book.styles);
  return book.sheets.flatMap((sheet, index) => (sheet.isHidden ? [] : [gridOf(book, sheet, index, looks)]));
}

interface Cell {
  row: number;
  column: number;
  value: Value;
  style: number;
}

function gridOf(book: TemplateBook, sheet: TemplateSheet, index: number, looks: (style: number) => Look): SheetGrid {
  const cells = readCells(book, sheet);
  const printed = printedArea(book, index) ?? usedArea(cells);
  const merges = mergesOf(sheet);
  const inside = ({ row, column }: { row: number; column: number }) =>
    row >= printed.from.row && row <= printed.to.row && column >= printed.from.column && column <= printed.to.column;
  const covered = new Set(
    merges.flatMap(({ from, to }) => {
      const places: string[] = [];
      for (let row = from.row; row <= to.row; row++)
        for (let column = from.column; column <= to.column; column++)
          if (row !== from.row || column !== from.column) places.push(`${row} ${column}`);
      return places;
    }),
  );
  const styles = new Map(cells.map((cell) => [`${cell.row} ${cell.column}`, cell.style]));
  const boxes = cells
    .filter((cell) => inside(cell) && !covered.has(`${cell.row} ${cell.column}`))
    .map((cell): GridBox => {
      const area = merges.find(({ from }) => from.row === cell.row && from.column === cell.column);
      const look = looks(cell.style);
      const last = area && looks(styles.get(`${area.to.row} ${area.to.column}`) ?? cell.style);
      return {
        row: cell.row - printed.from.row,
        column: cell.column - printed.from.column,
        rowSpan: area ? area.to.row - area.from.row + 1 : 1,
        columnSpan: area ? area.to.column - area.from.column + 1 : 1,
        text: shown(cell.value, look.format),
        isNumber: typeof cell.value === "number",
        // The lines at the far ends of merged cells are those of their last cell.
        look: last ? { ...look, borders: [look.borders[0], last.borders[1], last.borders[2], look.borders[3]] } : look,
      };
    });
  return {
    name: sheet.name,
    widths: widthsOf(sheet, printed),
    heights: heightsOf(sheet, printed),
    boxes,
    page: pageOf(book, sheet, index, printed),
  };
}

function shown(value: Value, format: string): string {
  if (value === null) return "";
  if (typeof value === "number") return numberText(value, format);
  return typeof value === "boolean" ? String(value).toUpperCase() : value;
}

function readCells(book: TemplateBook, sheet: TemplateSheet): Cell[] {
  return [...computedCells(book, sheet)].flatMap(([reference, { cell, value }]): Cell[] => {
    const place = placeOf(reference);
    return place ? [{ ...place, value, style: Number(attributeOf(cell, "s") ?? 0) }] : [];
  });
}

function usedArea(cells: readonly Cell[]): Area {
  const most = (of: (cell: Cell) => number) => cells.reduce((greatest, cell) => Math.max(greatest, of(cell)), 1);
  return { from: { row: 1, column: 1 }, to: { row: most(({ row }) => row), column: most(({ column }) => column) } };
}

const nameOf = ({ workbook }: TemplateBook, name: string, sheet: number): string | null => {
  const found = childrenOf(childOf(workbook, "definedNames") ?? workbook, "definedName").find(
    (one) => attributeOf(one, "name") === name && Number(attributeOf(one, "localSheetId") ?? -1) === sheet,
  );
  return found ? textOf(found) : null;
};

function printedArea(book: TemplateBook, sheet: number): Area | null {
  const text = nameOf(book, "_xlnm.Print_Area", sheet);
  return text ? areaOf((text.split("!").at(-1) ?? "").replaceAll("$", "")) : null;
}

/** Points of a character of the usual font: widths of columns are told in characters. */
const character = 5.35;
const padding = 3.8;

function widthsOf({ root }: TemplateSheet, { from, to }: Area): number[] {
  const format = childOf(root, "sheetFormatPr");
  const usual = Number(
    (format && (attributeOf(format, "defaultColWidth") ?? attributeOf(format, "baseColWidth"))) ?? 8.43,
  );
  const columns = childrenOf(childOf(root, "cols") ?? root, "col");
  return Array.from({ length: to.column - from.column + 1 }, (_, index) => {
    const at = from.column + index;
    const column = columns.find(
      (one) => Number(attributeOf(one, "min")) <= at && at <= Number(attributeOf(one, "max")),
    );
    if (column && attributeOf(column, "hidden") === "1") return 0;
    return Number((column && attributeOf(column, "width")) ?? usual) * character + padding;
  });
}

function heightsOf(sheet: TemplateSheet, { from, to }: Area): number[] {
  const format = childOf(sheet.root, "sheetFormatPr");
  const usual = Number((format && attributeOf(format, "defaultRowHeight")) ?? 15);
  const rows = new Map(rowsOf(sheet).map((row) => [Number(attributeOf(row, "r")), row]));
  return Array.from({ length: to.row - from.row + 1 }, (_, index) => {
    const row = rows.get(from.row + index);
    if (row && attributeOf(row, "hidden") === "1") return 0;
    return Number((row && attributeOf(row, "ht")) ?? usual);
  });
}

const inch = 72;

function pageOf(book: TemplateBook, { root }: TemplateSheet, index: number, { from }: Area): GridPage {
  const setup = childOf(root, "pageSetup");
  const margins = childOf(root, "pageMargins");
  const options = childOf(root, "printOptions");
  const margin = (name: string, usual: number) => Number((margins && attributeOf(margins, name)) ?? usual) * inch;
  const [, first = "", last = ""] = /\$(\d+):\$(\d+)\s*$/.exec(nameOf(book, "_xlnm.Print_Titles", index) ?? "") ?? [];
  return {
    isLandscape: setup !== undefined && attributeOf(setup, "orientation") === "landscape",
    size: setup !== undefined && attributeOf(setup, "paperSize") === "8" ? "A3" : "A4",
    margins: {
      top: margin("top", 0.75),
      right: margin("right", 0.7),
      bottom: margin("bottom", 0.75),
      left: margin("left", 0.7),
    },
    isCentred: options !== undefined && attributeOf(options, "horizontalCentered") === "1",
    titles: first && last ? [Number(first) - from.row, Number(last) - from.row + 1] : null,
    breaks: childrenOf(childOf(root, "rowBreaks") ?? root, "brk").map(
      (one) => Number(attributeOf(one, "id")) - from.row,
    ),
  };
}
