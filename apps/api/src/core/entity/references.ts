import type { ErrorCode } from "@jipei/contract/core/errors.ts";
import { type Entity, snake } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { type StoredEntity, entities } from "@jipei/contract/entities.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../database/db.ts";
import type { Columns } from "../database/tables.ts";
import { type Params, Refusal, refuseRows, invalidField } from "../foundation/refusal.ts";
import { getTable } from "../database/sql.ts";

/** A column that refers to rows of an entity by their ids. */
interface ReferenceColumn {
  entity: string;
  field: string;
  table: string;
  column: string;
  /** Whether a value is a list of ids. */
  several: boolean;
}

/** The name of an entity, or one of its fields: `User.createDept`. */
export type Reference = {
  [E in StoredEntity as E["name"]]: E["name"] | `${E["name"]}.${keyof E["fields"] & string}`;
}[StoredEntity["name"]];

/** The columns that refer to an entity, in all domains: those of the contract's `ref` and `refs` fields. */
export function getReferenceColumns(name: string): ReferenceColumn[] {
  return entities.flatMap((entity) =>
    Object.entries<Field>(entity.fields)
      .filter(([, field]) => field.entity === name && !field.lookup && !field.derived)
      .map(([field, { kind }]) => ({
        entity: entity.name,
        field,
        table: entity.table,
        column: snake(field),
        several: kind === "refs",
      })),
  );
}

/**
 * Finds those of `ids` that live rows refer to.
 * @param besides references that do not count, because those rows are removed together with what they refer to
 */
export async function getUsedIds(
  tx: Tx,
  { name }: Entity,
  ids: readonly string[],
  besides: readonly Reference[] = [],
): Promise<string[]> {
  const leftOut = new Set<string>(besides);
  const places = getReferenceColumns(name).filter(
    ({ entity, field }) => !leftOut.has(entity) && !leftOut.has(`${entity}.${field}`),
  );
  if (ids.length === 0 || places.length === 0) return [];
  const uses = places.map(({ table, column, several }) => {
    const match = several ? sql`u.${sql.ref(column)} @> array[x.id]` : sql`u.${sql.ref(column)} = x.id`;
    return sql`exists (select 1 from ${sql.table(table)} u where u.is_deleted = 0 and ${match})`;
  });
  const found = await sql<{
    id: string;
  }>`select x.id from unnest(${ids}::bigint[]) x (id) where ${sql.join(uses, sql` or `)} order by x.id`.execute(tx);
  return found.rows.map((row) => row.id);
}

/**
 * Refuses to remove rows that live rows refer to; the failures name them.
 * @param besides references that do not count @throws `code`
 */
export async function refuseUsed(
  tx: Tx,
  entity: Entity,
  rows: readonly { id: string }[],
  code: ErrorCode = "DEPENDENCY_IN_USE",
  besides: readonly Reference[] = [],
): Promise<void> {
  const used = await getUsedIds(
    tx,
    entity,
    rows.map(({ id }) => id),
    besides,
  );
  refuseRows(code, used);
}

/** Whether live rows of an entity refer to a row by one field. A later domain answers a question of an earlier one with it. */
export async function refersTo<E extends Entity>(
  db: Db,
  entity: E,
  field: keyof E["fields"] & string,
  id: string,
): Promise<boolean> {
  const found =
    await sql`select from ${sql.table(entity.table)} where ${sql.ref(snake(field))} = ${id} and is_deleted = 0 limit 1`.execute(
      db,
    );
  return found.rows.length > 0;
}

/**
 * Refuses a second live row with the same values. A unique index stops two writers who save at the same moment.
 * @param id id of the row that is saved, null when it is new
 * @param values field name → value; no other row may have the same combination
 * @param code and `params` the refusal; where left out, DUPLICATE with the label of the first field
 */
export async function refuseDuplicate<E extends Entity>(
  tx: Tx,
  entity: E,
  id: string | null | undefined,
  values: { [K in keyof Columns<E>]?: Columns<E>[K] | null },
  code: ErrorCode = "DUPLICATE",
  params: Params = { field: getLabel(entity, values) },
): Promise<void> {
  if (await isDuplicate(tx, entity, id, values)) throw new Refusal(code, params);
}

/** Whether another live row has these values, empty ones among them. @param id the row that is saved */
export async function isDuplicate<E extends Entity>(
  tx: Tx,
  entity: E,
  id: string | null | undefined,
  values: { [K in keyof Columns<E>]?: Columns<E>[K] | null },
): Promise<boolean> {
  const conditions = Object.entries(values).map(([name, value]) =>
    value === null ? sql`t.${sql.ref(snake(name))} is null` : sql`t.${sql.ref(snake(name))} = ${value}`,
  );
  const found =
    await sql`select 1 from ${sql.table(entity.table)} t where t.is_deleted = 0 and t.id is distinct from ${id ?? null}::bigint and ${sql.join(conditions, sql` and `)} limit 1`.execute(
      tx,
    );
  return found.rows.length > 0;
}

function getLabel(entity: Entity, values: object): { zh: string; en: string } {
  const { zh, en } = entity.fields[Object.keys(values)[0] as string] as Field;
  return { zh, en };
}

/**
 * Refuses references to rows that do not exist or were removed. The others are locked against removal until the transaction ends.
 * @param values the values of the row as they will be saved @throws FIELD_INVALID
 */
export async function refuseDangling(tx: Tx, entity: Entity, values: object): Promise<void> {
  for (const [name, field] of Object.entries<Field>(entity.fields)) {
    if (
      (field.kind !== "ref" && field.kind !== "refs") ||
      !field.entity ||
      field.entity === "Attachment" ||
      field.need === "computed"
    )
      continue;
    const ids = [
      ...new Set([(values as Readonly<Record<string, string | string[] | null | undefined>>)[name] ?? []].flat()),
    ];
    if (ids.length === 0) continue;
    const found =
      await sql`select id from ${sql.table(getTable(field.entity))} where id = any(${ids}::bigint[]) and is_deleted = 0 order by id for key share`.execute(
        tx,
      );
    if (found.rows.length < ids.length)
      throw invalidField(
        name,
        field.zh,
        field.en,
        "所选数据已不存在，请重新选择",
        "what was chosen is not there any more; choose again",
      );
  }
}
