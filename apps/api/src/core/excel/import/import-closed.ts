import { issue } from "@jipei/contract/core/issue.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { closedKeys } from "../../entity/choices.ts";
import type { Db } from "../../database/db.ts";
import type { CellIssue, ImportRow, ImportSpec } from "./import-definition.ts";

/** Finds values of lists that may no longer be chosen. */
export async function closedFinder(
  { entity, columns }: ImportSpec,
  db: Db,
): Promise<(values: ImportRow["values"]) => CellIssue[]> {
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
        issue: issue(
          "SEALED",
          `${zh}：该选项已封存，不能再选`,
          `${en}: this value is sealed and can no longer be chosen`,
        ),
      }));
}
