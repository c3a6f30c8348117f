import { buffer } from "node:stream/consumers";
import { type Field, orderedCodes } from "@jipei/contract/core/fields/field.ts";
import type { WriteCell, WriteColumn } from "@jipei/xlsx/write-sheet.ts";
import { writeWorkbook } from "@jipei/xlsx/write-workbook.ts";
import type { Language } from "../../http/language.ts";
import type { ImportColumnSpec, ImportSpec } from "./import-definition.ts";

/** An empty workbook with headers, one example row, and code lists as choices. All columns are text, so that no digit of a number is lost. */
export function templateWorkbook({ entity, columns }: ImportSpec, language: Language): Promise<Buffer> {
  const example = columns.map(({ example: text }): WriteCell =>
    text === undefined ? null : { value: text, style: "example" },
  );
  return buffer(
    writeWorkbook({
      sheet: {
        name: entity[language],
        columns: columns.map((column) => getColumn(column, entity.fields[column.field] as Field, language)),
        rows: [example],
      },
      choices: language === "zh" ? "选项" : "Choices",
    }),
  );
}

function getColumn({ needed, example = "" }: ImportColumnSpec, field: Field, language: Language): WriteColumn {
  const isNeeded = needed ?? field.need === "required";
  const header = field[language] + (isNeeded ? "*" : "");
  const words = field.kind === "code" && field.codes ? orderedCodes(field.codes) : null;
  return {
    header,
    width: Math.max(14, header.length * 2.2, example.length * 1.2),
    format: "text",
    ...(isNeeded && { note: notes.needed[language] }),
    ...(words && { choices: words.map(([, entry]) => entry[language === "zh" ? 0 : 1]) }),
  };
}

const notes = { needed: { zh: "必填", en: "Required in every row" } };
