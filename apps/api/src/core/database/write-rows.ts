import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field, Fields } from "@jipei/contract/core/fields/field.ts";
import { type Generated, sql } from "kysely";
import type { NothingBeside } from "../entity/columns.ts";
import type { Actor } from "../foundation/actor.ts";
import { moment } from "../foundation/clock.ts";
import type { Tx } from "./db.ts";
import type { Columns, StoredRow } from "./tables.ts";

/** Columns of an entity that is known only at run time. */
type Values = Record<string, unknown>;

/**
 * The table of an entity that is known only at run time. This is the one place where the compiler does not check the names of tables and
 * columns.
 */
type AnyTable = { id: Generated<string> } & Record<string, unknown>;
const getTable = (entity: Entity) => entity.table as "anyTable";
const anyTable = (tx: Tx) => tx.withTables<{ anyTable: AnyTable }>();

/** Inserts a row and fills its base fields. Values of encrypted fields must be encrypted already (`stored`). */
export const insertRow = <E extends Entity, V extends Columns<E>>(
  tx: Tx,
  actor: Actor,
  entity: E,
  columns: V & NothingBeside<Columns<E>, V>,
): Promise<StoredRow<E>> => insertColumns<E>(tx, actor, entity, columns);

/** `insertRow` for columns whose names were checked where they were made. */
export async function insertColumns<E extends Entity>(
  tx: Tx,
  actor: Actor,
  entity: E,
  columns: Columns<E> & { tenantId?: string },
): Promise<StoredRow<E>> {
  const [row] = await insertAll<E>(tx, actor, entity, [columns]);
  return row as StoredRow<E>;
}

/**
 * Inserts several rows as `insertRow` inserts one, in one statement for as many as its parameters allow, so that whatever follows a statement
 * (the running state of a class) is worked out once for all of them. @returns them in the order of `rows`
 */
export const insertRows = <E extends Entity, V extends Columns<E>>(
  tx: Tx,
  actor: Actor,
  entity: E,
  rows: readonly (V & NothingBeside<Columns<E>, V>)[],
): Promise<StoredRow<E>[]> => insertAll<E>(tx, actor, entity, rows);

/** PostgreSQL takes no more of them in one statement. */
const maxParameters = 65_535;

/** Parts rows into as many as one statement can insert. @param columns parameters of each row */
export function* inStatements<T>(rows: readonly T[], columns: number): Generator<T[]> {
  const atOnce = Math.floor(maxParameters / columns);
  for (let at = 0; at < rows.length; at += atOnce) yield rows.slice(at, at + atOnce);
}

async function insertAll<E extends Entity>(
  tx: Tx,
  actor: Actor,
  entity: E,
  rows: readonly (Columns<E> & { tenantId?: string })[],
): Promise<StoredRow<E>[]> {
  const time = moment();
  const written = rows.map((columns) => {
    const tenantId = columns.tenantId ?? findTenant(actor);
    return {
      ...toStorable(entity.fields, columns),
      createUser: actor.userId,
      createDept: actor.deptId,
      createTime: time,
      updateUser: actor.userId,
      updateTime: time,
      ...(tenantId && { tenantId }),
    };
  });
  const inserted: StoredRow<E>[] = [];
  for (const values of inStatements(written, new Set(written.flatMap(Object.keys)).size))
    inserted.push(
      ...((await anyTable(tx).insertInto(getTable(entity)).values(values).returningAll().execute()) as StoredRow<E>[]),
    );
  return inserted;
}

/** Rows that the server itself writes belong to the tenant owner: the column is left to the database's default. */
const findTenant = (actor: Actor): string | undefined => (actor.userId === "0" ? undefined : actor.tenantId);

/** Sets the same columns of several locked rows in one statement. @returns them in the order of `ids` */
export const updateRows = <E extends Entity, V extends Columns<E>>(
  tx: Tx,
  actor: Actor,
  entity: E,
  ids: readonly string[],
  columns: V & NothingBeside<Columns<E>, V>,
): Promise<StoredRow<E>[]> => updateColumns<E>(tx, actor, entity, ids, columns);

/** `updateRows` for columns whose names were checked where they were made. */
export async function updateColumns<E extends Entity>(
  tx: Tx,
  actor: Actor,
  entity: E,
  ids: readonly string[],
  columns: Columns<E>,
): Promise<StoredRow<E>[]> {
  if (ids.length === 0) return [];
  const saved = (await anyTable(tx)
    .updateTable(getTable(entity))
    .set({ ...toStorable(entity.fields, columns), ...changedBy(actor) })
    .where("id", "in", ids)
    .returningAll()
    .execute()) as StoredRow<E>[];
  const byId = new Map(saved.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Updates a locked row, increases its version, and sets who changed it and when. */
export const updateRow = <E extends Entity, V extends Columns<E>>(
  tx: Tx,
  actor: Actor,
  entity: E,
  id: string,
  columns: V & NothingBeside<Columns<E>, V>,
): Promise<StoredRow<E>> => updateOne<E>(tx, actor, entity, id, columns);

/** `updateRow` for columns whose names were checked where they were made. */
export async function updateOne<E extends Entity>(
  tx: Tx,
  actor: Actor,
  entity: E,
  id: string,
  columns: Columns<E>,
): Promise<StoredRow<E>> {
  const [saved] = await updateColumns<E>(tx, actor, entity, [id], columns);
  if (!saved) throw new Error(`${entity.name} ${id} is gone`);
  return saved;
}

/** Marks rows as deleted. The unique indexes cover live rows only, so their values can be used again. */
export async function removeRows(tx: Tx, actor: Actor, entity: Entity, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await anyTable(tx)
    .updateTable(getTable(entity))
    .set({ isDeleted: 1, ...changedBy(actor) })
    .where("id", "in", ids)
    .execute();
}

const changedBy = (actor: Actor) => ({ updateUser: actor.userId, updateTime: moment(), version: sql`version + 1` });

/**
 * Keeps what can be stored: drops undefined values, looked-up and derived fields, and write-only fields that are not stored encrypted.
 * Values of kind `data` are written as JSON text.
 */
function toStorable(fields: Fields, columns: object): Values {
  const storable: Values = {};
  for (const [name, value] of Object.entries(columns)) {
    if (value === undefined) continue;
    const field: Field | undefined = fields[name];
    if (field?.lookup || field?.derived || (field?.writeOnly && !field.encrypted)) continue;
    storable[name] = field?.kind === "data" && value !== null ? JSON.stringify(value) : value;
  }
  return storable;
}
