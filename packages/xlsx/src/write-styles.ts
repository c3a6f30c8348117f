/**
 * What a column shows. Text stays text when somebody edits the cell; a day and a time are serial numbers that programs sort and count with; a
 * number has as many decimals as its field, or, as `general`, those that it needs.
 */
export type ColumnFormat = "general" | "text" | "day" | "time" | { decimals: number };

/** How a single cell looks, whatever its column's format. */
export type CellStyle = "header" | "example" | "wrong";

const mostDecimals = 8;
const numberFormats = { day: "yyyy-mm-dd", time: "yyyy-mm-dd hh:mm:ss" };
const ids = { text: 49, whole: 1, day: 164, time: 165, decimals: 166 };

interface CellFormat {
  format: number;
  font?: number;
  fill?: number;
  /** The cell begins like a formula, and is none whatever becomes of its format. */
  isQuoted?: true;
  isWrapped?: true;
}

/** The formats of cells, by the index that cells name. */
const formats: CellFormat[] = [
  { format: 0 },
  { format: ids.text },
  { format: ids.text, isQuoted: true },
  { format: ids.text, font: 1, fill: 2, isWrapped: true },
  { format: ids.text, font: 2 },
  { format: ids.text, fill: 3 },
  { format: ids.day },
  { format: ids.time },
  { format: ids.whole },
  ...Array.from({ length: mostDecimals }, (_, index) => ({ format: ids.decimals + index })),
];
const index = { general: 0, text: 1, quoted: 2, header: 3, example: 4, wrong: 5, day: 6, time: 7, whole: 8 };
export const generalStyle = index.general;
export const textStyle = index.text;
export const quotedStyle = index.quoted;

export const styleOf = (style: CellStyle): number => index[style];

/** @throws for more decimals than there are formats */
export function styleOfColumn(format: ColumnFormat): number {
  if (typeof format === "string") return index[format];
  if (format.decimals > mostDecimals) throw new Error(`no format with ${format.decimals} decimals`);
  return index.whole + format.decimals;
}

/** The part of a workbook that states its formats; the same in every workbook. */
export const stylesXml: string = [
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">`,
  `<numFmts count="${2 + mostDecimals}"><numFmt numFmtId="${ids.day}" formatCode="${numberFormats.day}"/>`,
  `<numFmt numFmtId="${ids.time}" formatCode="${numberFormats.time}"/>`,
  ...Array.from(
    { length: mostDecimals },
    (_, at) => `<numFmt numFmtId="${ids.decimals + at}" formatCode="0.${"0".repeat(at + 1)}"/>`,
  ),
  `</numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font>`,
  `<font><i/><sz val="11"/><color rgb="FF8C8C8C"/><name val="Calibri"/></font></fonts>`,
  `<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>`,
  ...["E8F1FB", "FFD9D9"].map(
    (color) => `<fill><patternFill patternType="solid"><fgColor rgb="FF${color}"/></patternFill></fill>`,
  ),
  `</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>`,
  `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length}">`,
  ...formats.map(
    ({ format, font = 0, fill = 0, isQuoted, isWrapped }) =>
      `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"` +
      `${isQuoted ? ` quotePrefix="1"` : ""}${isWrapped ? ` applyAlignment="1"><alignment vertical="center" wrapText="1"/></xf>` : "/>"}`,
  ),
  `</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
].join("");
