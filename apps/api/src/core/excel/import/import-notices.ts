import { createHash } from "node:crypto";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { ImportCell, ImportNotice } from "@jipei/contract/core/import.ts";
import { Refusal } from "../../foundation/refusal.ts";
import { issue } from "@jipei/contract/core/issue.ts";
import { type Reading, columnLetters } from "@jipei/xlsx/sheet.ts";
import type { Header } from "./cells/import-columns.ts";
import type { ImportSpec, RowIssue } from "./import-definition.ts";

/** What a user confirms before anything is written, with the places that it is about. */
export interface Notice {
  /** What kind it is, and what it is about: where that changes, so does the key, and it is confirmed anew. */
  about: readonly (string | number)[];
  zh: string;
  en: string;
  issues?: readonly RowIssue[];
}

/** Places listed with a notice; of more only the number is told. */
export const listedPlaces = 20;

/** What follows from the workbook: other sheets that somebody may have meant, and merged cells that look as if every row of theirs had a value. */
export function sheetNotices({ sheet, others, merged }: Readonly<Reading>, header: Header): Notice[] {
  const notices = others.map((other): Notice => ({
    about: ["sheet", sheet ?? "", other],
    zh: `工作表“${other}”也有内容，只导入工作表“${sheet}”`,
    en: `The sheet “${other}” is not empty either; only the sheet “${sheet}” is read`,
  }));
  const refs = merged.filter(({ lastRow }) => lastRow > header.row).map(({ ref }) => ref);
  if (refs.length > 0) {
    const [zh, en] = [refs.slice(0, listedPlaces).join("、"), refs.slice(0, listedPlaces).join(", ")];
    notices.push({
      about: ["merged", ...refs],
      zh: `有${refs.length}处合并单元格跨多行，只有首行有值，其余行读作空白：${zh}`,
      en: `Cells are merged over several rows in ${refs.length} places; only the first row has the value, the others are read as blank: ${en}`,
    });
  }
  return notices;
}

/** Rows that are imported although whoever looks at the sheet does not see them. */
export const hiddenRows = (rows: readonly number[]): RowIssue[] =>
  rows.map((row) => ({
    row,
    isNotice: true,
    issue: issue("HIDDEN_ROW", "表中隐藏的行也会导入", "Rows that are hidden in the sheet are imported as well"),
  }));

/** What follows from the header: guessed columns, and columns that stand twice. */
export const headerNotices = ({ entity }: ImportSpec, header: Header): Notice[] => [
  ...header.columns
    .filter(({ match }) => match === "guessed")
    .map(({ index, header: text, field }): Notice => {
      const { zh, en } = entity.fields[field] as Field;
      const at = columnLetters(index);
      return {
        about: ["guessed", index, field, text],
        zh: `${at}列“${text}”与模板表头不完全相同，按猜测读入“${zh}”`,
        en: `Column ${at} “${text}” is not named as in the template; by a guess it is read as “${en}”`,
      };
    }),
  ...header.doubled.map(({ index, header: text, field }): Notice => {
    const { zh, en } = entity.fields[field] as Field;
    const read = columnLetters(header.columns.find((column) => column.field === field)?.index ?? 0);
    const at = columnLetters(index);
    return {
      about: ["doubled", index, field, text],
      zh: `${at}列“${text}”与${read}列重复，“${zh}”只读入${read}列`,
      en: `Column ${at} “${text}” repeats column ${read}; “${en}” is read from column ${read} only`,
    };
  }),
];

/** Contradictions in rows, all of a kind and field together. */
export const rowNotices = (issues: readonly RowIssue[]): Notice[] =>
  [...Map.groupBy(issues, ({ field, issue }) => `${issue.key}/${field ?? ""}`).values()].map((of): Notice => {
    const [{ issue, field }] = of as [RowIssue];
    return {
      about: [issue.key, field ?? "", ...of.map(({ row, issue: { zh } }) => `${row} ${zh}`)],
      zh: issue.zh,
      en: issue.en,
      issues: of,
    };
  });

/** @param placesOf tells of issues where they stand */
export const toNotices = (notices: readonly Notice[], placesOf: (issue: RowIssue) => ImportCell): ImportNotice[] =>
  notices.map(({ about, zh, en, issues = [] }) => ({
    key: `${about[0]}-${createHash("sha256").update(about.join("\n")).digest("hex").slice(0, 16)}`,
    zh: zh.slice(0, 500),
    en: en.slice(0, 500),
    count: issues.length,
    cells: issues.slice(0, listedPlaces).map(placesOf),
  }));

/** @throws IMPORT_UNCONFIRMED naming each notice that was not confirmed */
export function assertConfirmed(notices: readonly ImportNotice[], confirmed: ReadonlySet<string>): void {
  const open = notices.filter(({ key }) => !confirmed.has(key));
  if (open.length === 0) return;
  throw new Refusal(
    "IMPORT_UNCONFIRMED",
    { n: open.length },
    open.map(({ key, zh, en }) => ({ errorCode: "IMPORT_UNCONFIRMED", id: key, field: "", msg: zh, msgEn: en })),
  );
}
