import { buffer } from "node:stream/consumers";
import { columnLetters } from "../sheet.ts";
import { sheetName } from "../write-workbook.ts";
import { escaped, textXml } from "../write-text.ts";
import { zip } from "../write-zip.ts";

/** A form to begin with: a title, a line of facts, a table with a repeated row and sums, and a line for signatures. */
export interface WriteForm {
  sheet: string;
  title: string;
  /** Left and right end of the line below the title. */
  facts: readonly [left: string, right: string];
  columns: readonly FormColumn[];
  /** The line below the table, spread over its width. */
  signatures: readonly string[];
}
export interface FormColumn {
  header: string;
  place: string;
  /** Below the table; an empty cell where there is none. */
  sum?: string;
  /** Characters. */
  width: number;
  format: "text" | "day" | { decimals: number };
}

/** Formats of cells, by the index that cells name. */
const style = { plain: 0, title: 1, left: 2, right: 3, head: 4, text: 5, centre: 6, day: 7, whole: 8 } as const;
const mostDecimals = 4;
const styleOf = ({ format }: FormColumn): number => {
  if (format === "text") return style.text;
  return format === "day" ? style.day : style.whole + Math.min(mostDecimals, format.decimals);
};

const names = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageNames = "http://schemas.openxmlformats.org/package/2006";
const contents = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const head = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`;

export function writeForm(form: WriteForm): Promise<Buffer> {
  const part = (path: string, text: string) => ({ path, pieces: [Buffer.from(head + text)] });
  const name = sheetName(form.sheet);
  const last = columnLetters(form.columns.length - 1);
  return buffer(
    zip([
      part(
        "[Content_Types].xml",
        `<Types xmlns="${packageNames}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
          `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contents}.sheet.main+xml"/>` +
          `<Override PartName="/xl/styles.xml" ContentType="${contents}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contents}.worksheet+xml"/></Types>`,
      ),
      part("_rels/.rels", relations([["officeDocument", "xl/workbook.xml"]])),
      part(
        "xl/workbook.xml",
        `<workbook xmlns="${names}" xmlns:r="${types}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets>` +
          `<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">'${escaped(name)}'!$A$1:$${last}$6</definedName>` +
          `<definedName name="_xlnm.Print_Titles" localSheetId="0">'${escaped(name)}'!$1:$3</definedName></definedNames></workbook>`,
      ),
      part(
        "xl/_rels/workbook.xml.rels",
        relations([
          ["worksheet", "worksheets/sheet1.xml"],
          ["styles", "styles.xml"],
        ]),
      ),
      part("xl/styles.xml", stylesXml()),
      part("xl/worksheets/sheet1.xml", sheetXml(form)),
    ]),
  );
}

const relations = (all: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships xmlns="${packageNames}/relationships">${all
    .map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${types}/${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;

function stylesXml(): string {
  const font = (size: number, isBold = false) =>
    `<font>${isBold ? "<b/>" : ""}<sz val="${size}"/><name val="宋体"/></font>`;
  const sides = ["left", "right", "top", "bottom"]
    .map((side) => `<${side} style="thin"><color auto="1"/></${side}>`)
    .join("");
  const cell = (format: number, fontId: number, border: number, across: string, wraps = false) =>
    `<xf numFmtId="${format}" fontId="${fontId}" fillId="${fontId === 2 && border === 1 ? 2 : 0}" borderId="${border}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">` +
    `<alignment horizontal="${across}" vertical="center"${wraps ? ` wrapText="1"` : ""}/></xf>`;
  const numbers = Array.from({ length: mostDecimals }, (_, index) => cell(170 + index, 0, 1, "right"));
  const formats = [
    `<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>`,
    cell(49, 1, 0, "center"),
    cell(49, 0, 0, "left"),
    cell(49, 0, 0, "right"),
    cell(49, 2, 1, "center", true),
    cell(49, 0, 1, "left", true),
    cell(0, 0, 1, "center"),
    cell(164, 0, 1, "center"),
    cell(3, 0, 1, "right"),
    ...numbers,
  ];
  const decimals = Array.from(
    { length: mostDecimals },
    (_, index) => `<numFmt numFmtId="${170 + index}" formatCode="#,##0.${"0".repeat(index + 1)}"/>`,
  );
  return (
    `<styleSheet xmlns="${names}"><numFmts count="${1 + mostDecimals}"><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/>${decimals.join("")}</numFmts>` +
    `<fonts count="3">${font(11)}${font(18, true)}${font(11, true)}</fonts>` +
    `<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEEF2F7"/></patternFill></fill></fills>` +
    `<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border>${sides}<diagonal/></border></borders>` +
    `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length}">${formats.join("")}</cellXfs></styleSheet>`
  );
}

const textCell = (at: string, styleNo: number, text: string): string =>
  text === ""
    ? `<c r="${at}" s="${styleNo}"/>`
    : `<c r="${at}" s="${styleNo}" t="inlineStr"><is>${textXml(text)}</is></c>`;

function sheetXml({ title, facts, columns, signatures }: WriteForm): string {
  const count = columns.length;
  const letters = columns.map((_, index) => columnLetters(index));
  // Rows of the table are as high as what comes to stand in them.
  const row = (number: number, height: number | null, cells: string) =>
    `<row r="${number}"${height === null ? "" : ` ht="${height}" customHeight="1"`}>${cells}</row>`;
  const table = (number: number, cellOf: (column: FormColumn, index: number) => [style: number, text: string]) =>
    columns.map((column, index) => textCell(`${letters[index]}${number}`, ...cellOf(column, index))).join("");
  const middle = Math.max(1, Math.ceil(count / 2));
  const merges = [
    `A1:${letters[count - 1]}1`,
    ...(middle > 1 ? [`A2:${letters[middle - 1]}2`] : []),
    ...(count - middle > 1 ? [`${letters[middle]}2:${letters[count - 1]}2`] : []),
    ...(count > 1 ? [`A6:${letters[count - 1]}6`] : []),
  ];
  const rows = [
    row(1, 36, textCell("A1", style.title, title)),
    row(
      2,
      20,
      textCell("A2", style.left, facts[0]) +
        (count > middle ? textCell(`${letters[middle]}2`, style.right, facts[1]) : ""),
    ),
    row(
      3,
      30,
      table(3, ({ header }) => [style.head, header]),
    ),
    row(
      4,
      null,
      table(4, (column, index) => [
        styleOf(column),
        `${index === 0 ? "{{#each rows}}" : ""}{{${column.place}}}${index === count - 1 ? "{{/each}}" : ""}`,
      ]),
    ),
    row(
      5,
      22,
      table(5, (column, index) =>
        index === 0
          ? [style.head, "合计"]
          : [column.sum ? styleOf(column) : style.text, column.sum ? `{{${column.sum}}}` : ""],
      ),
    ),
    row(6, 30, textCell("A6", style.left, signatures.join("　　　　　　　　"))),
  ];
  const widths = columns
    .map(({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
    .join("");
  return (
    `<worksheet xmlns="${names}" xmlns:r="${types}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetFormatPr defaultRowHeight="15"/><cols>${widths}</cols>` +
    `<sheetData>${rows.join("")}</sheetData><mergeCells count="${merges.length}">${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>` +
    `<printOptions horizontalCentered="1"/><pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>` +
    `<pageSetup paperSize="9" orientation="${count > 6 ? "landscape" : "portrait"}" fitToHeight="0"/></worksheet>`
  );
}
