import { fault } from "@jipei/contract/core/fault.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import { closedKeys } from "../choices.ts";
import type { Db } from "../db.ts";
import type { CellFault, Importer, Values } from "./importer.ts";

/** Finds values of lists that may no longer be chosen. */
export async function closedFinder(
  { entity, columns }: Importer<any, any>,
  db: Db,
): Promise<(values: Values) => CellFault[]> {
  const chosen = columns.flatMap(({ field: name }) => {
    const field = entity.fields[name] as Field;
    return field.codes ? [{ name, zh: field.zh, en: field.en, list: field.codes.name }] : [];
  });
  const closed = await closedKeys(
    db,
    chosen.map(({ list }) => list),
  );
  if (closed.size === 0) return () => [];
  return (values) =>
    chosen
      .filter(({ name, list }) => [values[name]].flat().some((key) => closed.has(`${list}\n${key}`)))
      .map(({ name, zh, en }) => ({
        field: name,
        fault: fault(
          "SEALED",
          `${zh}：该选项已封存，不能再选`,
          `${en}: this value is sealed and can no longer be chosen`,
        ),
      }));
}
