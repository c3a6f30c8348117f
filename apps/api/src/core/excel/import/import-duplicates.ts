import { issue } from "@jipei/contract/core/issue.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { CellIssue, ImportRow, ImportSpec } from "./import-definition.ts";

/** Finds values that may stand in the sheet only once and have stood in an earlier row. */
export function createDuplicateFinder({ entity, unique = [] }: ImportSpec): (row: ImportRow) => CellIssue[] {
  const seen = unique.map((field) => ({ field, first: new Map<unknown, number>() }));
  return ({ row, values }) =>
    seen.flatMap(({ field, first }) => {
      const value = values[field];
      if (value === null || value === undefined) return [];
      const duplicate = first.get(value);
      if (duplicate === undefined) {
        first.set(value, row);
        return [];
      }
      const { zh, en } = entity.fields[field] as Field;
      return [
        { field, issue: issue("DUPLICATE", `${zh}与第${duplicate}行重复`, `${en} is the same as in row ${duplicate}`) },
      ];
    });
}
