import { type Entity, snake } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { ImportCell, ImportChange, ImportPreview, ImportReport } from "@jipei/contract/core/import.ts";
import { sql } from "kysely";
import type { Cipher } from "../../security/cipher.ts";
import { columnLetters } from "@jipei/xlsx/sheet.ts";
import type { Header } from "./cells/import-columns.ts";
import type { RowIssue } from "./import-definition.ts";
import { type Notice, listedPlaces, toNotices } from "./import-notices.ts";
import type { Tx } from "../../database/db.ts";

/** Bad cells that are listed; more are only counted. */
const listedCells = 1000;

export interface Found {
  rows: number;
  good: number;
  existing: number;
  differing: number;
  changes: ImportChange[];
  previews: ImportPreview[];
  issues: readonly RowIssue[];
  notices: readonly Notice[];
}

/** @param textsOf reads the texts of cells whose issues were found after their rows were staged */
export async function buildReport(
  header: Header,
  { issues, notices, ...numbers }: Found,
  textsOf: TextsOf,
): Promise<ImportReport> {
  const indexes = new Map(header.columns.flatMap(({ index, field }) => (field ? [[field, index] as const] : [])));
  const listed = issues
    .toSorted((a, b) => a.row - b.row || (indexes.get(a.field ?? "") ?? -1) - (indexes.get(b.field ?? "") ?? -1))
    .slice(0, listedCells);
  const shown = [...listed, ...notices.flatMap((notice) => notice.issues?.slice(0, listedPlaces) ?? [])];
  const texts = await textsOf(shown.filter(({ field, text }) => field !== undefined && text === undefined));
  const toCell = (one: RowIssue): ImportCell => {
    const { row, field = null, issue: reason, suggestion = null } = one;
    const index = indexes.get(field ?? "");
    const value = one.text ?? texts.get(one) ?? "";
    return {
      row,
      column: index === undefined ? null : columnLetters(index),
      field,
      value: value.slice(0, 500),
      reasonZh: reason.zh.slice(0, 500),
      reasonEn: reason.en.slice(0, 500),
      suggestion,
    };
  };
  return {
    ...numbers,
    notices: toNotices(notices, toCell),
    columns: header.columns.map(({ index, header: text, field, match }) => ({
      index,
      header: text,
      field,
      isGuessed: match === "guessed" ? "1" : "0",
    })),
    cells: listed.map(toCell),
    bad: issues.length,
    jobId: null,
  };
}

type TextsOf = (issues: readonly RowIssue[]) => Promise<ReadonlyMap<RowIssue, string>>;

/** Texts of rows that are in the stage, in clear. */
export const stagedTexts =
  (tx: Tx, cipher: Cipher, entity: Entity): TextsOf =>
  async (issues) => {
    const texts = new Map<RowIssue, string>();
    for (const [name, ones] of Map.groupBy(issues, (one) => one.field as string)) {
      const found = await sql<{
        line: number;
        text: string | null;
      }>`select line, ${sql.ref(snake(name))}::text as text from import_stage where line = any(${ones.map(({ row }) => row)}::int[])`.execute(
        tx,
      );
      const byLine = new Map(found.rows.map(({ line, text }) => [line, text]));
      const { encrypted } = entity.fields[name] as Field;
      for (const one of ones) {
        const text = byLine.get(one.row) ?? null;
        if (text !== null) texts.set(one, encrypted ? cipher.decrypt(text) : text);
      }
    }
    return texts;
  };
