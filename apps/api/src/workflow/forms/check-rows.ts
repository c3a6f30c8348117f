import {
  type FlowValue,
  type FormColumn,
  type FormField,
  longestCell,
  mostRows,
  rowsInEnglish,
} from "@jipei/contract/workflow/flow-form.ts";
import { type Words, findValueIssue, isBlank, isObject, toStored } from "./check-value.ts";

/** What was filled in as a table: its rows as they are stored, and what is wrong with them. */
export interface CheckedRows {
  rows: FlowValue;
  issues: readonly Words[];
}

/** As many as somebody reads. */
const mostIssues = 20;

/**
 * Checks the rows of a table by its columns. Every issue says in which row and column it is; what a client sends for a computed column is
 * passed over, since it is computed anyway.
 * @param mayLack whether rows and cells that have to be filled in may be missing
 */
export function checkRows(field: FormField, sent: unknown, mayLack: boolean): CheckedRows {
  if (isBlank(sent)) return { rows: null, issues: [] };
  if (!Array.isArray(sent)) return { rows: null, issues: [["须为由行组成的表格", "has to be a list of rows"]] };
  const most = field.mostRows ?? mostRows;
  if (sent.length > most) return { rows: null, issues: [[`最多${most}行`, `at most ${rowsInEnglish(most)}`]] };
  const rows: FlowValue[] = [];
  const issues: Words[] = [];
  for (const [at, row] of sent.entries()) {
    if (issues.length >= mostIssues) break;
    const checked = checkRow(field.columns, row, mayLack);
    rows.push(checked.row);
    issues.push(...checked.issues.map(([zh, en]): Words => [`第${at + 1}行${zh}`, `row ${at + 1}${en}`]));
  }
  return { rows: rows.length > 0 ? rows : null, issues: issues.slice(0, mostIssues) };
}

function checkRow(columns: readonly FormColumn[], sent: unknown, mayLack: boolean) {
  if (!isObject(sent)) return { row: null, issues: [["：须由各列组成", ": has to consist of columns"] as const] };
  const named = new Map(columns.map((column) => [column.name, column]));
  const cells: [string, FlowValue][] = [];
  const issues: Words[] = [];
  const refuse = (label: string, [zh, en]: Words) => {
    const short = label.slice(0, 60);
    issues.push([`“${short}”：${zh}`, `, “${short}”: ${en}`]);
  };
  for (const name of Object.keys(sent))
    if (!named.has(name)) refuse(name, ["表格没有该列", "the table has no such column"]);
  for (const column of columns) {
    if (column.calculation) continue;
    const value = Object.hasOwn(sent, column.name) ? sent[column.name] : null;
    const issue = findValueIssue(column, value, longestCell);
    if (issue) refuse(column.label, issue);
    else if (column.required && isBlank(value) && !mayLack) refuse(column.label, ["请填写", "has to be filled in"]);
    else cells.push([column.name, toStored(column, value)]);
  }
  if (issues.length === 0 && cells.every(([, value]) => value === null))
    issues.push(["：没有填写", ": nothing is filled in"]);
  return { row: Object.fromEntries(cells), issues };
}
