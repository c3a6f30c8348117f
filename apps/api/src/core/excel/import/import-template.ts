import { type Field, orderedCodes } from "@jipei/contract/core/fields/field.ts";
import { type Cell, type DataValidation, type WriteSheet, writeXlsx } from "hucre/xlsx";
import { columnLetters } from "./import-columns.ts";
import type { ImportSpec } from "./import-definition.ts";
import type { Language } from "../../http/language.ts";
import { sheetName } from "@jipei/xlsx/write-workbook.ts";

/** Rows that the choices of a code column reach down to. */
const choiceRows = 5000;

/** An empty workbook with headers, one example row, and code lists as choices (kept on a second sheet). */
export async function templateWorkbook({ entity, columns }: ImportSpec, language: Language): Promise<Buffer> {
  const fields = columns.map((column) => ({ column, field: entity.fields[column.field] as Field }));
  const headers = fields.map(
    ({ column, field }) => field[language] + ((column.needed ?? field.need === "required") ? "*" : ""),
  );
  const examples = fields.map(({ column }) => column.example ?? null);
  const lists = fields.flatMap(({ field }, index) =>
    field.kind === "code" && field.codes
      ? [{ index, words: orderedCodes(field.codes).map(([, entry]) => entry[language === "zh" ? 0 : 1]) }]
      : [],
  );
  const choices = language === "zh" ? "选项" : "Choices";
  const validations = lists.map(({ index, words }, at): DataValidation & { range: string } => {
    const letters = columnLetters(at);
    return {
      type: "list",
      formula1: `'${choices}'!$${letters}$2:$${letters}$${words.length + 1}`,
      allowBlank: true,
      showErrorMessage: true,
      range: `${columnLetters(index)}2:${columnLetters(index)}${choiceRows}`,
    };
  });
  const cells = new Map<string, Partial<Cell>>();
  headers.forEach((value, col) => cells.set(`0,${col}`, { value, type: "string", style: headerStyle }));
  examples.forEach(
    (value, col) => value !== null && cells.set(`1,${col}`, { value, type: "string", style: exampleStyle }),
  );
  const main: WriteSheet = {
    name: sheetName(entity[language]),
    columns: headers.map((header) => ({ width: Math.max(14, header.length * 2.2), numFmt: "@" })),
    rows: [headers, examples],
    cells,
    dataValidations: validations,
    freezePane: { rows: 1 },
  };
  const height = Math.max(0, ...lists.map(({ words }) => words.length));
  const second: WriteSheet = {
    name: choices,
    rows: [
      lists.map(({ index }) => headers[index] as string),
      ...Array.from({ length: height }, (_, row) => lists.map(({ words }) => words[row] ?? null)),
    ],
  };
  return Buffer.from(await writeXlsx({ sheets: lists.length > 0 ? [main, second] : [main] }));
}

const headerStyle = {
  font: { bold: true },
  fill: { type: "pattern", pattern: "solid", fgColor: { rgb: "E8F1FB" } },
  numFmt: "@",
} as const;
const exampleStyle = { font: { italic: true, color: { rgb: "8C8C8C" } }, numFmt: "@" } as const;
