import { findIssue, isEmpty } from "@jipei/contract/core/fields/check-field.ts";
import { type FormField, type FormRow, mostRows, rowsInEnglish, rowsOf } from "@jipei/contract/workflow/flow-form.ts";
import { toCell } from "@jipei/contract/workflow/form-field.ts";

interface Issue {
  zh: string;
  en: string;
}

/** What is wrong with a cell, as the server would say it, or null. */
export function findCellIssue(column: FormField["columns"][number], row: FormRow): Issue | null {
  return findIssue(toCell(column), row[column.name]);
}

/** The first thing that is wrong with the rows of a table, with its row and column, or null. */
export function findRowsIssue(field: FormField, value: unknown): Issue | null {
  const rows = rowsOf(value);
  const [least, most] = [field.leastRows ?? 0, field.mostRows ?? mostRows];
  if (rows.length < least)
    return { zh: `${field.label}至少填写${least}行`, en: `${field.label} needs at least ${rowsInEnglish(least)}` };
  if (rows.length > most)
    return { zh: `${field.label}最多${most}行`, en: `${field.label} may have at most ${rowsInEnglish(most)}` };
  for (const [at, row] of rows.entries()) {
    for (const column of field.columns) {
      const issue = findCellIssue(column, row);
      if (issue) return { zh: `第${at + 1}行：${issue.zh}`, en: `Row ${at + 1}: ${issue.en}` };
    }
    if (field.columns.every(({ name, calculation }) => calculation || isEmpty(row[name])))
      return { zh: `第${at + 1}行没有填写`, en: `Row ${at + 1}: nothing is filled in` };
  }
  return null;
}
