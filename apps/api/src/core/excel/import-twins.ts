import { fault } from "@jipei/contract/core/fault.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import type { CellFault, ImportRow, Importer } from "./importer.ts";

/** Finds values that may stand in the sheet only once and have stood in an earlier row. */
export function twinFinder({ entity, unique = [] }: Importer<any, any>): (row: ImportRow) => CellFault[] {
  const seen = unique.map((field) => ({ field, first: new Map<unknown, number>() }));
  return ({ row, values }) =>
    seen.flatMap(({ field, first }) => {
      const value = values[field];
      if (value === null || value === undefined) return [];
      const twin = first.get(value);
      if (twin === undefined) {
        first.set(value, row);
        return [];
      }
      const { zh, en } = entity.fields[field] as Field;
      return [{ field, fault: fault("TWIN", `${zh}与第${twin}行重复`, `${en} is the same as in row ${twin}`) }];
    });
}
