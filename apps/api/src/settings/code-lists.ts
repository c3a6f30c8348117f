import * as coreCodes from "@jipei/contract/core/codes.ts";
import type { CodeList, Field } from "@jipei/contract/core/field.ts";
import * as flags from "@jipei/contract/core/flags.ts";
import { entities } from "@jipei/contract/entities.ts";

/** All code lists of the contract, by name: those shared in core/codes.ts and core/flags.ts, and those that stand beside an entity. */
export const codeLists: ReadonlyMap<string, CodeList> = new Map([
  ...[...Object.values(coreCodes), ...Object.values(flags)].map(
    (list) => [list.name, list as unknown as CodeList] as const,
  ),
  ...entities.flatMap((entity) =>
    Object.values<Field>(entity.fields).flatMap(({ codes }) => (codes ? [[codes.name, codes] as const] : [])),
  ),
]);

/** Columns that hold values of a list: table, column, and whether it holds several. */
export function columnsOfList(name: string): { table: string; field: string; several: boolean }[] {
  return entities.flatMap((entity) =>
    Object.entries<Field>(entity.fields)
      .filter(([, field]) => field.codes?.name === name && !field.lookup && !field.derived && !field.writeOnly)
      .map(([field, { kind }]) => ({ table: entity.table, field, several: kind === "codes" })),
  );
}
