import * as coreCodes from "@jipei/contract/core/fields/codes.ts";
import type { CodeList, Field } from "@jipei/contract/core/fields/field.ts";
import * as flags from "@jipei/contract/core/fields/flags.ts";
import * as personCodes from "@jipei/contract/core/fields/person-codes.ts";
import { entities } from "@jipei/contract/entities.ts";

/** All code lists of the contract by name: the shared ones in codes.ts, person-codes.ts and flags.ts, and those beside an entity. */
export const codeLists: ReadonlyMap<string, CodeList> = new Map([
  ...[...Object.values(coreCodes), ...Object.values(personCodes), ...Object.values(flags)].map(
    (list: CodeList) => [list.name, list] as const,
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
