import { type Entity, snake } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { Shape } from "@jipei/contract/core/fields/shape.ts";
import { sql } from "kysely";
import type { Db } from "../database/db.ts";
import { provided } from "../foundation/provided.ts";
import { type Failure, InvalidFields } from "../foundation/refusal.ts";

/** One row in the input of a call, with the fields whose values are chosen from code lists. */
interface ChosenRow {
  entity: Entity;
  id: string | null;
  path: string;
  values: readonly (readonly [name: string, field: Field, keys: readonly string[]])[];
}

/**
 * Refuses values of code lists that the bureau has sealed or removed, in the rows that a call saves. A value that the row has already may
 * stay: a sealed value is still shown where it is used, but cannot be chosen any more. @throws FIELD_INVALID
 */
export async function refuseClosedChoices(db: Db, shape: Shape, input: unknown): Promise<void> {
  if (!hasChoices(shape)) return;
  const rows = findChosenRows(shape, input, "");
  const closed = await closedKeys(db, [
    ...new Set(rows.flatMap(({ values }) => values.map(([, field]) => (field.codes as { name: string }).name))),
  ]);
  if (closed.size === 0) return;
  const failures: Failure[] = [];
  for (const { entity, id, path, values } of rows)
    for (const [name, field, keys] of values) {
      const refused = keys.filter((key) => closed.has(toClosedKey(field, key)));
      if (refused.length === 0) continue;
      const storedKeys = id ? await readStoredKeys(db, entity, id, name) : [];
      if (refused.some((key) => !storedKeys.includes(key)))
        failures.push({
          errorCode: "FIELD_INVALID",
          id,
          field: path + name,
          msg: `${field.zh}：该选项已封存，不能再选`,
          msgEn: `${field.en}: this value is sealed and can no longer be chosen`,
        });
    }
  if (failures.length > 0) throw new InvalidFields(failures);
}

const toClosedKey = (field: Field, key: string) => `${field.codes?.name}\n${key}`;

/** Entries of these lists that can no longer be chosen, as `list\nkey`. */
export async function closedKeys(db: Db, lists: readonly string[]): Promise<ReadonlySet<string>> {
  if (lists.length === 0) return new Set();
  const rows = await provided("findClosedChoices")(db, lists);
  return new Set(rows.map(({ code, key }) => `${code}\n${key}`));
}

async function readStoredKeys(db: Db, entity: Entity, id: string, name: string): Promise<readonly string[]> {
  const { rows } = await sql<{
    value: string | string[] | null;
  }>`select ${sql.ref(snake(name))} as value from ${sql.table(entity.table)} where id = ${id}`.execute(db);
  const value = rows[0]?.value ?? [];
  return Array.isArray(value) ? value : [value];
}

const known = new WeakMap<object, boolean>();
/** Whether the input of a call has a field that is chosen from a list. Worked out once for each shape. */
function hasChoices(shape: Shape): boolean {
  let found = known.get(shape);
  if (found === undefined)
    known.set(shape, (found = getParts(shape).some((part) => hasChoices(part)) || getChoices(shape).length > 0));
  return found;
}

/** Fields that a client fills from a list; those that the server fills do not count. */
const getChoices = (shape: Shape): [string, Field][] =>
  shape.shape === "save"
    ? Object.entries<Field>(shape.entity.fields).filter(
        ([, field]) => field.codes && field.need !== "computed" && !field.lookup,
      )
    : [];

function getParts(shape: Shape): Shape[] {
  if (shape.shape === "list") return [shape.of];
  return Object.values(getNamedParts(shape)).filter((part): part is Shape => "shape" in part);
}

function getNamedParts(shape: Shape): Record<string, Field | Shape> {
  if (shape.shape === "record") return shape.fields;
  return (shape.shape === "save" && shape.extra) || {};
}

function findChosenRows(shape: Shape, value: unknown, path: string): ChosenRow[] {
  if (value === null || value === undefined || typeof value !== "object") return [];
  if (shape.shape === "list")
    return (value as unknown[]).flatMap((item, i) => findChosenRows(shape.of, item, `${path}[${i}].`));
  if (shape.shape !== "record" && shape.shape !== "save") return [];
  const given = value as Record<string, unknown>;
  const parts = Object.entries(getNamedParts(shape)).flatMap(([name, part]) =>
    "shape" in part ? findChosenRows(part, given[name], `${path}${name}.`) : [],
  );
  const values = getChoices(shape).flatMap(([name, field]) => {
    const chosen = given[name];
    return chosen === null || chosen === undefined
      ? []
      : [[name, field, (Array.isArray(chosen) ? chosen : [chosen]).map(String)] as const];
  });
  if (shape.shape !== "save" || values.length === 0) return parts;
  return [{ entity: shape.entity, id: (given.id as string | null | undefined) ?? null, path, values }, ...parts];
}
