import {
  type CellStyle,
  generalStyle,
  type ColumnFormat,
  quotedStyle,
  styleOf,
  styleOfColumn,
  textStyle,
} from "./write-styles.ts";
import { columnLetters } from "./sheet.ts";
import { escaped, startsLikeFormula, textXml } from "./write-text.ts";

export interface WriteColumn {
  header: WriteCell;
  /** Characters. */
  width: number;
  format: ColumnFormat;
  /** Shown when somebody points at the header. */
  note?: string;
  /** The texts that the cells below the header may hold; programs offer them as a list. */
  choices?: readonly string[];
}

/** A cell that looks otherwise than its column, or says something about itself. */
export interface MarkedCell {
  value: string | number;
  style: CellStyle;
  note?: string;
}
/** A number that follows from other cells, with its value for programs that do not compute; null where it has none. */
export interface FormulaCell {
  /** Without the sign before it: `SUM(B2:B13)`. Only ours, never from a user. */
  formula: string;
  value: number | null;
}
/** Days and times are texts as `2026-01-31` and `2026-01-31 08:00:00`; what is none of its column's kind is written as text. */
export type WriteCell = string | number | MarkedCell | FormulaCell | null;

export interface WriteSheet {
  name: string;
  columns: readonly WriteColumn[];
  rows: Iterable<readonly WriteCell[]> | AsyncIterable<readonly WriteCell[]>;
  /** Rows above the header. */
  above?: readonly (readonly WriteCell[])[];
  /** Offers a filter on each column. */
  isFiltered?: boolean;
}

/** What became of a sheet, for the parts of the workbook beside it. */
export interface WrittenSheet {
  name: string;
  notes: readonly Note[];
  /** The cells that are filtered, as `$A$1:$C$9`. */
  filtered?: string;
}
export interface Note {
  row: number;
  column: number;
  text: string;
}

const mostRows = 1_048_576;
/** Characters of a sheet after which the next one begins: programs, and archives, end at four gigabytes. */
const mostText = 1_000_000_000;
/** Characters that are packed at once. */
const pieceSize = 64 * 1024;

/** The rows of a workbook, read by one sheet after the other. */
export type Rows = AsyncIterator<readonly WriteCell[]> | Iterator<readonly WriteCell[]>;

/**
 * A sheet as XML, with as many of the rows as it holds.
 * @param choices where the choices of a column stand, as a formula
 * @returns what became of it, and whether there are further rows
 */
export async function* sheetXml(
  sheet: WriteSheet,
  rows: Rows,
  choices: (column: number) => string,
): AsyncGenerator<Buffer, WrittenSheet & { isFull: boolean }> {
  const { columns, above = [], isFiltered = false } = sheet;
  const letters = columns.map((_, index) => columnLetters(index));
  const styles = columns.map(({ format }) => styleOfColumn(format));
  const notes: Note[] = [];
  const headerRow = above.length + 1;
  let text = begin(columns, styles, headerRow);
  let row = 0;
  let length = 0;

  const markedCell = (column: number, { value, style, note }: MarkedCell): string => {
    if (note) notes.push({ row, column, text: note });
    return valueXml(`${letters[column] ?? columnLetters(column)}${row}`, styleOf(style), value);
  };
  function rowXml(cells: readonly WriteCell[]): string {
    let xml = `<row r="${++row}">`;
    for (let column = 0; column < cells.length; column++) {
      const cell = cells[column];
      if (cell === null || cell === undefined || cell === "") continue;
      if (typeof cell === "object")
        xml +=
          "formula" in cell
            ? formulaXml(`${letters[column] ?? columnLetters(column)}${row}`, styles[column] ?? generalStyle, cell)
            : markedCell(column, cell);
      else
        xml += cellXml(
          `${letters[column] ?? columnLetters(column)}${row}`,
          columns[column]?.format ?? "text",
          styles[column] ?? textStyle,
          cell,
        );
    }
    return `${xml}</row>`;
  }

  for (const cells of above) text += rowXml(cells);
  text += rowXml(columns.map(({ header, note }) => headerCell(header, note)));
  let isFull = false;
  for (;;) {
    if (row >= mostRows || length > mostText) {
      isFull = true;
      break;
    }
    const next = await rows.next();
    if (next.done) break;
    text += rowXml(next.value);
    if (text.length < pieceSize) continue;
    length += text.length;
    yield Buffer.from(text);
    text = "";
  }
  const last = `$${letters.at(-1)}$${row}`;
  const filtered = isFiltered ? `$A$${headerRow}:${last}` : undefined;
  yield Buffer.from(text + end(columns, headerRow, filtered, choices, notes.length > 0));
  return { name: sheet.name, notes, ...(filtered && { filtered }), isFull };
}

function begin(columns: readonly WriteColumn[], styles: readonly number[], headerRow: number): string {
  const widths = columns.map(
    ({ width }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${styles[index]}" customWidth="1"/>`,
  );
  return (
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n` +
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">` +
    `<sheetViews><sheetView workbookViewId="0"><pane ySplit="${headerRow}" topLeftCell="A${headerRow + 1}" activePane="bottomLeft" state="frozen"/>` +
    `<selection pane="bottomLeft"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>` +
    `${widths.length > 0 ? `<cols>${widths.join("")}</cols>` : ""}<sheetData>`
  );
}

function end(
  columns: readonly WriteColumn[],
  headerRow: number,
  filtered: string | undefined,
  choices: (column: number) => string,
  hasNotes: boolean,
): string {
  const lists = columns.flatMap(({ choices: words }, index) => {
    const column = columnLetters(index);
    return words
      ? `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${column}${headerRow + 1}:${column}${mostRows}">` +
          `<formula1>${escaped(choices(index))}</formula1></dataValidation>`
      : [];
  });
  return (
    `</sheetData>${filtered ? `<autoFilter ref="${filtered.replaceAll("$", "")}"/>` : ""}` +
    `${lists.length > 0 ? `<dataValidations count="${lists.length}">${lists.join("")}</dataValidations>` : ""}` +
    `${hasNotes ? `<legacyDrawing r:id="rId1"/>` : ""}</worksheet>`
  );
}

const headerCell = (header: WriteCell, note: string | undefined): WriteCell =>
  header === null || typeof header === "object" ? header : { value: header, style: "header", ...(note && { note }) };

function cellXml(at: string, format: ColumnFormat, style: number, value: string | number): string {
  if (typeof value === "number") return numberXml(at, format === "text" ? generalStyle : style, value);
  if (format === "text") return textXmlAt(at, startsLikeFormula(value) ? quotedStyle : style, value);
  const serial = format === "day" || format === "time" ? serialOf(value) : null;
  return serial === null ? textXmlAt(at, textStyle, value) : numberXml(at, style, serial);
}

const valueXml = (at: string, style: number, value: string | number): string =>
  typeof value === "number" ? numberXml(at, style, value) : textXmlAt(at, style, value);

const numberXml = (at: string, style: number, value: number): string =>
  Number.isFinite(value) ? `<c r="${at}" s="${style}"><v>${value}</v></c>` : "";

const formulaXml = (at: string, style: number, { formula, value }: FormulaCell): string =>
  value === null
    ? `<c r="${at}" s="${style}" t="str"><f>${escaped(formula)}</f><v></v></c>`
    : `<c r="${at}" s="${style}"><f>${escaped(formula)}</f><v>${value}</v></c>`;

const textXmlAt = (at: string, style: number, text: string): string =>
  `<c r="${at}" s="${style}" t="inlineStr"><is>${textXml(text)}</is></c>`;

const dayLength = 86_400_000;
const dayPattern = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2})?)?/;
/** Days before are counted differently by different programs. */
const firstDay = "1900-03-01";

/** A day, or a day and time, as the number of days since the end of 1899; null for any other text. */
function serialOf(text: string): number | null {
  if (!dayPattern.test(text) || text < firstDay) return null;
  const at = (from: number, to: number) => Number(text.slice(from, to));
  const day = Date.UTC(at(0, 4), at(5, 7) - 1, at(8, 10)) / dayLength + 25_569;
  if (text.length < 16) return text.length === 10 ? day : null;
  return day + (at(11, 13) * 3600 + at(14, 16) * 60 + at(17, 19)) / 86_400;
}
