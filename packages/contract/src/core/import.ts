import type { Call } from "./call.ts";
import { call } from "./call.ts";
import type { Entity } from "./entity.ts";
import type { Fields } from "./fields/field.ts";
import { id, int, long, text, texts } from "./fields/field.ts";
import type { Shape, ValueOfParts } from "./fields/shape.ts";
import { file, list, record } from "./fields/shape.ts";

/**
 * Import of a workbook in two steps over one body: the same file, column mapping and corrections go to the dry run, which writes nothing and
 * reports, and to the commit, which checks again and writes all or nothing. The server keeps nothing in between.
 */

/** A column of the sheet and the field it is read into. */
const importColumn = record({
  /** From 0. */
  index: int("列序", "Column", "required"),
  header: text(200, "表头", "Header", "required"),
  /** Field it is read into; empty: not read. */
  field: text(50, "字段", "Field"),
});
export type ImportColumn = NonNullable<(typeof importColumn)["$value"]>;

/** A cell that cannot be read as it stands. */
const importCell = record({
  /** Row number as the spreadsheet program shows it, from 1. */
  row: int("行", "Row", "required"),
  /** Letters of the column, `C`; empty when a whole row is meant. */
  column: text(3, "列", "Column"),
  field: text(50, "字段", "Field"),
  value: text(500, "内容", "Value"),
  reasonZh: text(500, "原因", "Reason", "required"),
  reasonEn: text(500, "英文原因", "Reason in English", "required"),
  /** A value that would be accepted, where one can be guessed. */
  suggestion: text(500, "建议", "Suggestion"),
});
export type ImportCell = NonNullable<(typeof importCell)["$value"]>;

export const importReport = record({
  rows: int("数据行数", "Rows", "required"),
  good: int("正确行数", "Good rows", "required"),
  /** Existing rows that would be changed or left alone. */
  existing: int("已存在行数", "Rows already there", "required"),
  columns: list(importColumn, 200),
  /** Fields a column may be read into. */
  fields: texts(50, "可导入字段", "Readable fields"),
  /** Bad cells, in the order of the sheet, at most 1,000. */
  cells: list(importCell, 1000),
  /** Number of bad cells in all. */
  bad: int("错误单元格数", "Bad cells", "required"),
});
export type ImportReport = NonNullable<(typeof importReport)["$value"]>;

export const importResult = record({
  inserted: int("新增", "Added", "required"),
  updated: int("更新", "Changed", "required"),
  unchanged: int("未变", "Unchanged", "required"),
  /** A long sheet is written by this job; then the numbers above are 0 and the job reports them at its end. */
  jobId: id("任务", "Job", "optional"),
});
export type ImportResult = NonNullable<(typeof importResult)["$value"]>;

/** Parts of the multipart body besides the `file` itself. `mapping` and `corrections` are JSON. */
const importParts = {
  /** `[{ index, field }]`: columns as the user corrected them; absent: guessed from the headers. */
  mapping: long("列对应", "Column mapping"),
  /** `[{ row, field, value }]`: cells as the user corrected them. */
  corrections: long("更正", "Corrections"),
};
/** What the body of an import says beside its file. */
export interface ImportBody {
  mapping?: string | null;
  corrections?: string | null;
}
export interface ImportCalls<I extends ImportBody = ImportBody> {
  /** An empty workbook with headers, code lists as choices and one example row. */
  template: Call<unknown, unknown>;
  dryRun: Call<I, ImportReport>;
  /** The same sheet with the bad cells coloured and their reasons as notes. */
  marked: Call<I, unknown>;
  commit: Call<I, ImportResult>;
}

/**
 * The four calls of an import below `path`.
 * @param resource prefix of the button key `_import`
 * @param extra further parts of the body, such as the class a roster is for
 */
export function importCalls<const X extends Fields = {}>(
  entity: Entity,
  path: string,
  resource: string,
  extra = {} as X,
) {
  const { name, zh, en } = entity;
  const access = `${resource}_import`;
  const input = record({ ...importParts, ...extra }) as Shape<ValueOfParts<X> & ImportBody>;
  const upload = { method: "POST", style: "multipart", access, input } as const;
  return {
    template: call({
      name: `${name}.importTemplate`,
      method: "GET",
      path: `${path}/importTemplate`,
      zh: `${zh}导入模板`,
      en: `${en}: import template`,
      access,
      output: file("xlsx"),
    }),
    dryRun: call({
      ...upload,
      name: `${name}.importDryRun`,
      path: `${path}/importDryRun`,
      zh: `${zh}导入试运行`,
      en: `${en}: dry run of an import`,
      output: importReport,
    }),
    marked: call({
      ...upload,
      name: `${name}.importMarked`,
      path: `${path}/importMarked`,
      zh: `${zh}导入标错`,
      en: `${en}: sheet with errors marked`,
      output: file("xlsx"),
    }),
    commit: call({
      ...upload,
      name: `${name}.importCommit`,
      path: `${path}/importCommit`,
      zh: `导入${zh}`,
      en: `${en}: import`,
      output: importResult,
    }),
  };
}
