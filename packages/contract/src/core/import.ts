import type { Call } from "./call.ts";
import { call } from "./call.ts";
import type { Entity } from "./entity.ts";
import type { Fields } from "./fields/field.ts";
import { code, id, int, long, text, texts } from "./fields/field.ts";
import { yesNo } from "./fields/flags.ts";
import type { Shape, ValueOfParts } from "./fields/shape.ts";
import { file, list, map, one, record } from "./fields/shape.ts";

/**
 * Import of a workbook in two steps over one body: the same file, column mapping and corrections go to the dry run, which writes nothing and
 * reports, and to the commit, which checks again and writes all or nothing. The server keeps nothing in between. What was written is a batch
 * (import-batch.ts), which can be undone.
 */

/** A column of the sheet and the field it is read into. */
const importColumn = record({
  /** From 0. */
  index: int("列序", "Column", "required"),
  header: text(200, "表头", "Header", "required"),
  /** Field it is read into; empty: not read. */
  field: text(50, "字段", "Field"),
  /** The header only resembles the field's name; a notice asks for confirmation. */
  isGuessed: code(yesNo, "按猜测对应", "Guessed", "required"),
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
  /** A value that would be accepted, where the sheet's own words come close to one; never a value that would have to be made up. */
  suggestion: text(500, "建议", "Suggestion"),
});
export type ImportCell = NonNullable<(typeof importCell)["$value"]>;

/** What is not wrong in itself, but may be meant otherwise: it must be confirmed before anything is written. */
const importNotice = record({
  /** Names the notice and what it is about: where the sheet says something else, so does the key. */
  key: text(100, "提示编号", "Key", "required"),
  zh: text(500, "提示", "Notice", "required"),
  en: text(500, "英文提示", "Notice in English", "required"),
  /** Places that it is about; 0: the sheet as a whole. */
  count: int("处数", "Places", "required"),
  /** The first of these. */
  cells: list(importCell, 20),
});
export type ImportNotice = NonNullable<(typeof importNotice)["$value"]>;

/** A value of a row that is there already, and what the sheet says instead; masked as the row's detail is. */
const importChange = record({
  row: int("行", "Row", "required"),
  title: text(500, "数据", "Which", "required"),
  field: text(50, "字段", "Field", "required"),
  before: text(500, "原值", "Now"),
  after: text(500, "新值", "In the sheet"),
});
export type ImportChange = NonNullable<(typeof importChange)["$value"]>;

/** A row of the sheet as it will look once it is saved, also where cells are bad; only of lists that show it. */
const importPreview = record({
  row: int("行", "Row", "required"),
  /** What its fields will say, by their names. */
  values: map(one(long("内容", "Value", "required"))),
  /** Its pictures by the names of their fields, as data URLs; empty where they are too large to be shown here. */
  pictures: map(one(long("图片", "Picture", "required"))),
});
export type ImportPreview = NonNullable<(typeof importPreview)["$value"]>;

export const importReport = record({
  rows: int("数据行数", "Rows", "required"),
  good: int("正确行数", "Good rows", "required"),
  /** Rows that are there already. */
  existing: int("已存在行数", "Rows already there", "required"),
  /** Those of them of which the sheet says something else. They are changed where the import covers (`isCovered`), else left alone. */
  differing: int("内容不同行数", "Rows that differ", "required"),
  /** Their old and new values, in the order of the sheet, at most 1,000. */
  changes: list(importChange, 1000),
  notices: list(importNotice, 300),
  columns: list(importColumn, 200),
  /** Fields a column may be read into. */
  fields: texts(50, "可导入字段", "Readable fields"),
  /** Bad cells, in the order of the sheet, at most 1,000. */
  cells: list(importCell, 1000),
  /** Number of bad cells in all. */
  bad: int("错误单元格数", "Bad cells", "required"),
  previews: list(importPreview, 1000),
  /** A long sheet is checked by this job; then the numbers above are 0, and `report` answers once it is done. */
  jobId: id("任务", "Job", "optional"),
});
export type ImportReport = NonNullable<(typeof importReport)["$value"]>;

export const importResult = record({
  inserted: int("新增", "Added", "required"),
  updated: int("更新", "Changed", "required"),
  unchanged: int("未变", "Unchanged", "required"),
  /** A long sheet is written by this job; then the numbers above are 0 and the job reports them at its end. */
  jobId: id("任务", "Job", "optional"),
  /** What was written, as it can be looked up and undone. */
  batchId: id("导入批次", "Import", "optional"),
});
export type ImportResult = NonNullable<(typeof importResult)["$value"]>;

/** Parts of the multipart body besides the `file` itself. `mapping`, `corrections` and `confirmed` are JSON. */
const importParts = {
  /** `[{ index, field }]`: columns as the user corrected them; the others are guessed from the headers. */
  mapping: long("列对应", "Column mapping"),
  /** `[{ row, field, value }]`: cells as the user corrected them. */
  corrections: long("更正", "Corrections"),
  /** `[key]`: the notices that the user has seen and confirmed. */
  confirmed: long("已确认的提示", "Confirmed notices"),
  /** Changes rows that are there already, in what the sheet says of them; without it they stay as they are. */
  isCovered: code(yesNo, "是否覆盖", "Overwrite"),
};
/** What the body of an import says beside its file. */
export interface ImportBody {
  mapping?: string | null;
  corrections?: string | null;
  confirmed?: string | null;
  isCovered?: string | null;
}
export interface ImportCalls<I extends ImportBody = ImportBody> {
  /** An empty workbook with headers, code lists as choices and one example row. */
  template: Call<unknown, unknown>;
  dryRun: Call<I, ImportReport>;
  /** The report of a dry run that was a job. */
  report: Call<{ id: string }, ImportReport>;
  /** The same sheet with the bad cells coloured and their reasons as notes. */
  marked: Call<I, unknown>;
  commit: Call<I, ImportResult>;
}

/**
 * The five calls of an import below `path`.
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
    report: call({
      name: `${name}.importReport`,
      method: "GET",
      path: `${path}/importReport`,
      zh: `${zh}导入检查结果`,
      en: `${en}: report of a dry run`,
      access,
      input: record({ id: id("任务", "Job", "required") }),
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
