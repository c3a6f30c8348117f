import type { ErrorCode } from "@jipei/contract/core/errors.ts";
import { type Entity, snake } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import { sql } from "kysely";
import type { Tx } from "./db.ts";
import { type Params, Refusal, failureOf, invalidField } from "./refusal.ts";
import { tableOf } from "./sql.ts";

/** A column that refers to rows: `table.column`, with `[]` behind a column of several ids. Written in our code, never in a request. */
export type Place = `${string}.${string}`;

/** Those of `ids` that live rows name in one of the places. */
export async function usedIds(tx: Tx, ids: readonly string[], places: readonly Place[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const uses = places.map((place) => {
    const [table = "", column = ""] = place.replace("[]", "").split(".");
    const match = place.endsWith("[]") ? sql`u.${sql.ref(column)} @> array[x.id]` : sql`u.${sql.ref(column)} = x.id`;
    return sql`exists (select 1 from ${sql.table(table)} u where u.is_deleted = 0 and ${match})`;
  });
  const found = await sql<{
    id: string;
  }>`select x.id from unnest(${ids}::bigint[]) x (id) where ${sql.join(uses, sql` or `)} order by x.id`.execute(tx);
  return found.rows.map((row) => row.id);
}

/** Refuses a removal while live rows of other tables name the rows; the failures say which rows. @throws `code` */
export async function refuseUsed(
  tx: Tx,
  code: ErrorCode,
  ids: readonly string[],
  places: readonly Place[],
): Promise<void> {
  const used = await usedIds(tx, ids, places);
  if (used.length > 0)
    throw new Refusal(
      code,
      {},
      used.map((id) => failureOf(new Refusal(code), id)),
    );
}

/**
 * Refuses a second live row with the same values; the unique index behind it stops two writers at once.
 * @param id the row itself, null when it is new
 * @param values field name → value that must differ from all other rows in combination
 * @param code and `params` what it says; left out, that the first of the fields is taken
 */
export async function refuseTwin(
  tx: Tx,
  entity: Entity<any>,
  id: string | null | undefined,
  values: Record<string, unknown>,
  code: ErrorCode = "DUPLICATE",
  params: Params = { field: labelOf(entity, values) },
): Promise<void> {
  const conditions = Object.entries(values).map(([name, value]) => sql`t.${sql.ref(snake(name))} = ${value}`);
  const found =
    await sql`select 1 from ${sql.table(entity.table)} t where t.is_deleted = 0 and t.id is distinct from ${id ?? null}::bigint and ${sql.join(conditions, sql` and `)} limit 1`.execute(
      tx,
    );
  if (found.rows.length > 0) throw new Refusal(code, params);
}

function labelOf(entity: Entity<any>, values: Record<string, unknown>): { zh: string; en: string } {
  const { zh, en } = entity.fields[Object.keys(values)[0] as string] as Field;
  return { zh, en };
}

/**
 * Refuses references to rows that are not there or were removed; those there are kept from being removed until the transaction ends.
 * @param values what the row will hold @throws FIELD_INVALID
 */
export async function refuseDangling(tx: Tx, entity: Entity<any>, values: Record<string, unknown>): Promise<void> {
  for (const [name, field] of Object.entries<Field>(entity.fields)) {
    if (
      (field.kind !== "ref" && field.kind !== "refs") ||
      !field.entity ||
      field.entity === "Attachment" ||
      field.need === "computed"
    )
      continue;
    const ids = [...new Set([values[name] ?? []].flat())] as string[];
    if (ids.length === 0) continue;
    const found =
      await sql`select id from ${sql.table(tableOf(field.entity))} where id = any(${ids}::bigint[]) and is_deleted = 0 order by id for key share`.execute(
        tx,
      );
    if (found.rows.length < ids.length)
      throw invalidField(
        name,
        field.zh,
        field.en,
        "所选数据不存在或已删除",
        "what was chosen does not exist or was removed",
      );
  }
}
