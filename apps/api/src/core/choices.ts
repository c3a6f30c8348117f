import { type Entity, snake } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import type { Shape } from "@jipei/contract/core/shape.ts";
import { headKey } from "@jipei/contract/settings/dictionary.ts";
import { sql } from "kysely";
import type { Db } from "./db.ts";
import { type Failure, InvalidFields } from "./refusal.ts";

/** One row of an entity as a call brings it, with the fields it chooses from lists. */
interface Chosen {
  entity: Entity;
  id: string | null;
  path: string;
  values: readonly (readonly [name: string, field: Field, keys: readonly string[]])[];
}

/**
 * Refuses values of code lists that the bureau has sealed or removed, where a call saves rows. What a row has already may stay: sealed
 * values are kept where they are used, and only chosen no more. @throws FIELD_INVALID
 */
export async function refuseClosedChoices(db: Db, shape: Shape<any>, input: unknown): Promise<void> {
  if (!choosing(shape)) return;
  const rows = chosenIn(shape, input, "");
  const closed = await closedKeys(db, [
    ...new Set(rows.flatMap(({ values }) => values.map(([, field]) => (field.codes as { name: string }).name))),
  ]);
  if (closed.size === 0) return;
  const failures: Failure[] = [];
  for (const { entity, id, path, values } of rows)
    for (const [name, field, keys] of values) {
      const refused = keys.filter((key) => closed.has(closedKey(field, key)));
      if (refused.length === 0) continue;
      const kept = id ? await keptKeys(db, entity, id, name) : [];
      if (refused.some((key) => !kept.includes(key)))
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

const closedKey = (field: Field, key: string) => `${field.codes?.name}\n${key}`;

/** Entries of these lists that may not be chosen, as `list\nkey`. */
export async function closedKeys(db: Db, lists: readonly string[]): Promise<ReadonlySet<string>> {
  if (lists.length === 0) return new Set();
  const { rows } = await sql<{ code: string; key: string }>`select d.code, d.dict_key as key from business_dictionary d
    where d.code = any(${lists}) and d.tenant_id = house() and (d.is_sealed = '1' or d.is_deleted = 1) and d.dict_key <> ${headKey}
      and not exists (select from business_dictionary o where o.code = d.code and o.dict_key = d.dict_key and o.tenant_id = d.tenant_id and o.is_sealed = '0' and o.is_deleted = 0)`.execute(
    db,
  );
  return new Set(rows.map(({ code, key }) => `${code}\n${key}`));
}

async function keptKeys(db: Db, entity: Entity, id: string, name: string): Promise<readonly string[]> {
  const { rows } = await sql<{
    value: string | string[] | null;
  }>`select ${sql.ref(snake(name))} as value from ${sql.table(entity.table)} where id = ${id}`.execute(db);
  const value = rows[0]?.value ?? [];
  return Array.isArray(value) ? value : [value];
}

const known = new WeakMap<object, boolean>();
/** Whether a call saves anything that is chosen from a list. */
function choosing(shape: Shape): boolean {
  let chooses = known.get(shape);
  if (chooses === undefined)
    known.set(shape, (chooses = partsOf(shape).some((part) => choosing(part)) || choicesOf(shape).length > 0));
  return chooses;
}

/** Fields that a client fills from a list; what the server fills is no choice. */
const choicesOf = (shape: Shape): [string, Field][] =>
  shape.shape === "save"
    ? Object.entries<Field>(shape.entity.fields).filter(
        ([, field]) => field.codes && field.need !== "computed" && !field.lookup,
      )
    : [];

function partsOf(shape: Shape): Shape[] {
  if (shape.shape === "list") return [shape.of];
  const parts = shape.shape === "record" ? shape.fields : shape.shape === "save" ? (shape.extra ?? {}) : {};
  return Object.values(parts).filter((part): part is Shape => "shape" in part);
}

function chosenIn(shape: Shape, value: unknown, path: string): Chosen[] {
  if (value === null || value === undefined || typeof value !== "object") return [];
  if (shape.shape === "list")
    return (value as unknown[]).flatMap((item, i) => chosenIn(shape.of, item, `${path}[${i}].`));
  if (shape.shape !== "record" && shape.shape !== "save") return [];
  const given = value as Record<string, unknown>;
  const parts = Object.entries(shape.shape === "record" ? shape.fields : (shape.extra ?? {})).flatMap(([name, part]) =>
    "shape" in part ? chosenIn(part, given[name], `${path}${name}.`) : [],
  );
  const values = choicesOf(shape).flatMap(([name, field]) => {
    const chosen = given[name];
    return chosen === null || chosen === undefined
      ? []
      : [[name, field, (Array.isArray(chosen) ? chosen : [chosen]).map(String)] as const];
  });
  if (shape.shape !== "save" || values.length === 0) return parts;
  return [{ entity: shape.entity, id: (given["id"] as string | null | undefined) ?? null, path, values }, ...parts];
}
