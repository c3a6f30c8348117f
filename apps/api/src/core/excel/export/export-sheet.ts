import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { View } from "@jipei/contract/core/fields/sight.ts";
import type { WriteColumn } from "@jipei/xlsx/write-sheet.ts";
import { writeWorkbook } from "@jipei/xlsx/write-workbook.ts";
import { createResponseMapper } from "../../entity/to-response.ts";
import type { Reader } from "../../foundation/actor.ts";
import type { Language } from "../../http/language.ts";
import type { Cipher } from "../../security/cipher.ts";
import { type ExportField, formatOf, headersOf, isNumber } from "./export-columns.ts";

/** All that a file depends on beside its rows. Plain values, since it is sent to a thread. */
export interface ExportPlan {
  entity: Entity;
  /** The fields of the file. */
  fields: readonly ExportField[];
  /** The fields of a row as it is read, in the order of its array. */
  names: readonly string[];
  reader: Reader;
  view: View;
  language: Language;
  /** Stands above the header. */
  line: string | undefined;
}

type Cell = string | number | null;

/** The workbook of rows that come as texts of JSON arrays, many at a time. */
export async function* exportWorkbook(
  plan: ExportPlan,
  cipher: Cipher,
  batches: AsyncIterable<readonly string[]>,
): AsyncGenerator<Uint8Array> {
  const present = presenter(plan, cipher);
  const source = batches[Symbol.asyncIterator]();
  try {
    const first = await source.next();
    const rows = first.done ? [] : first.value.map(present);
    const further = async function* (): AsyncGenerator<Cell[]> {
      yield* rows;
      for (;;) {
        const next = await source.next();
        if (next.done) return;
        for (const row of next.value) yield present(row);
      }
    };
    yield* writeWorkbook({
      sheet: {
        name: plan.entity[plan.language],
        columns: getColumns(plan, rows),
        rows: further(),
        isFiltered: true,
        ...(plan.line !== undefined && { above: [[plan.line]] }),
      },
    });
  } finally {
    await source.return?.();
  }
}

/** Turns the text of a row into its cells, as the reader may see them. */
function presenter({ entity, fields, names, reader, view, language }: ExportPlan, cipher: Cipher) {
  const show = createResponseMapper(entity, reader, cipher, view);
  return (text: string): Cell[] => {
    const values = JSON.parse(text) as unknown[];
    const row: Record<string, unknown> = {};
    for (let i = 0; i < names.length; i++) row[names[i] as string] = values[i];
    show(row);
    return fields.map(([name, field]) => getCell(field, row[name], language));
  };
}

function getCell(field: Field, value: unknown, language: Language): Cell {
  if (value === null || value === undefined) return null;
  switch (field.kind) {
    case "datetime":
      return String(value).slice(0, 19);
    case "time":
      return String(value).slice(0, 5);
    default:
      if (isNumber(field)) return Number(value);
      return Array.isArray(value)
        ? value.map((item) => getWord(field, String(item), language)).join(language === "zh" ? "、" : ", ")
        : getWord(field, String(value), language);
  }
}

const getWord = (field: Field, value: string, language: Language) =>
  field.codes?.codes[value]?.[language === "zh" ? 0 : 1] ?? value;

/** Columns as wide as the first rows need. */
const getColumns = ({ fields, language }: ExportPlan, rows: readonly Cell[][]): WriteColumn[] => {
  const headers = headersOf(fields, language);
  return fields.map(([, field], index) => {
    const header = headers[index] as string;
    // The button of the filter stands on the header.
    const needed = rows.reduce((most, row) => Math.max(most, widthOf(row[index] ?? null)), widthOf(header) + 3);
    return { header, format: formatOf(field), width: Math.min(widths.most, Math.max(widths.least, needed + 1)) };
  });
};

const widths = { least: 8, most: 60 };
/** Characters beyond Latin are twice as wide. */
const widthOf = (cell: Cell): number =>
  cell === null ? 0 : [...String(cell)].reduce((sum, char) => sum + (char > "\u2e7f" ? 2 : 1), 0);
