import { isId } from "@jipei/contract/core/fields/check-field.ts";
import type { Entity, Row } from "@jipei/contract/core/entity.ts";
import { sql } from "kysely";
import type { Actor } from "../foundation/actor.ts";
import { cuts, visible } from "../access/data-scope.ts";
import type { Db, Tx } from "./db.ts";
import type { StoredRow } from "./tables.ts";
import { Refusal, refuseRows } from "../foundation/refusal.ts";
import { type Condition, all, detailColumns, everything, nothing } from "./sql.ts";

/** Gives the condition on the rows of an entity (alias `t`) that an actor may see. */
export type Scope = (actor: Actor) => Condition;

/** Rows of the actor's own tenant. */
export const ofTenant: Scope = (actor) => sql`t.tenant_id = ${actor.tenantId}`;

/** Rows of an institution (`t.org_id`): the bureau sees all, an institution its own, nobody else any. */
export const ownRows: Scope = (actor) => {
  if (actor.audience === "bureau") return everything;
  return actor.audience === "institution" && actor.orgId ? sql`t.org_id = ${actor.orgId}` : nothing;
};

/** Rows that may go out of use (`t.is_valid`): the bureau sees all, everybody else those in use. */
export const validRows: Scope = (actor) => (actor.audience === "bureau" ? everything : sql`t.is_valid = 'isValid'`);

/** What the ids of a batch call are called. */
export const chosenRows = { zh: "所选数据", en: "Rows" };

/** Greatest number of ids in one batch call. */
export const maxIds = 200;

/** Splits a comma-separated `ids` parameter. @throws IDS_EMPTY, FIELD_INVALID */
export function splitIds(text: string): string[] {
  const ids = [
    ...new Set(
      text
        .split(",")
        .map((id) => id.trim())
        .filter(Boolean),
    ),
  ];
  if (ids.length === 0) throw new Refusal("IDS_EMPTY");
  if (ids.length > maxIds)
    throw new Refusal("FIELD_INVALID", {
      field: chosenRows,
      reason: { zh: `最多${maxIds}条`, en: `at most ${maxIds}` },
    });
  if (!ids.every(isId))
    throw new Refusal("FIELD_INVALID", { field: chosenRows, reason: { zh: "找不到", en: "no such rows" } });
  return ids;
}

/** Reads one live row in scope, under the field names of the contract. @throws NOT_FOUND, also for rows out of scope */
export async function readRow<E extends Entity>(
  db: Db,
  entity: E,
  scope: Scope,
  actor: Actor,
  id: string,
): Promise<Row<E>> {
  const found = await sql<
    Row<E>
  >`select ${detailColumns(entity)} from ${sql.table(entity.table)} t where t.id = ${id} and t.is_deleted = 0 and ${visible(entity, scope, actor)}`.execute(
    db,
  );
  const row = found.rows[0];
  if (!row) throw new Refusal("NOT_FOUND");
  return row;
}

/**
 * Locks live rows in order of id, so that two batches cannot deadlock. @returns all their columns in camel case
 * @throws NOT_FOUND when one of `ids` does not exist, NOT_OWNER when one is out of scope
 */
export async function lockRows<E extends Entity>(
  tx: Tx,
  entity: E,
  scope: Scope,
  actor: Actor,
  ids: readonly string[],
): Promise<StoredRow<E>[]> {
  const found = await sql<StoredRow<E> & { inScope: boolean }>`
    select t.*, coalesce(${visible(entity, scope, actor)}, false) as "inScope" from ${sql.table(entity.table)} t
    where t.id = any(${ids}::bigint[]) and t.is_deleted = 0 order by t.id for update of t`.execute(tx);
  const there = new Set(found.rows.map((row) => row.id));
  refuseRows(
    "NOT_FOUND",
    ids.filter((id) => !there.has(id)),
  );
  refuseRows(
    "NOT_OWNER",
    found.rows.filter((row) => !row.inScope).map((row) => row.id),
  );
  return found.rows;
}

/** Locks one live row. @throws NOT_FOUND, NOT_OWNER */
export async function lockRow<E extends Entity>(
  tx: Tx,
  entity: E,
  scope: Scope,
  actor: Actor,
  id: string,
): Promise<StoredRow<E>> {
  const [row] = await lockRows(tx, entity, scope, actor, [id]);
  if (!row) throw new Refusal("NOT_FOUND");
  return row;
}

/**
 * Checks a saved row against the actor's data scopes and regions, so that those who see a part of the rows only cannot add a row to another
 * part, or move one of theirs there. @throws NOT_OWNER
 */
export async function assertStaysInScope(tx: Tx, entity: Entity, actor: Actor, id: string): Promise<void> {
  const conditions = cuts(entity, actor);
  if (conditions.length === 0) return;
  const { rows } =
    await sql`select 1 from ${sql.table(entity.table)} t where t.id = ${id} and ${all(conditions)}`.execute(tx);
  if (rows.length === 0) throw new Refusal("NOT_OWNER");
}

/**
 * @param updateTime instead of a version, what the client read as the time of the last change
 * @throws VERSION_CONFLICT when the client saw an older version
 */
export function checkVersion(
  row: { version: number; updateTime?: string },
  version: number | null | undefined,
  updateTime?: string | null,
): void {
  const isSame = version == null ? updateTime == null || updateTime === row.updateTime : version === row.version;
  if (!isSame) throw new Refusal("VERSION_CONFLICT");
}

/** Reads a live row without any scope, for rules inside the server: all columns in camel case, encrypted ones as stored. */
export async function liveRow<E extends Entity>(db: Db, entity: E, id: string): Promise<StoredRow<E> | null> {
  const found = await sql<
    StoredRow<E>
  >`select t.* from ${sql.table(entity.table)} t where t.id = ${id} and t.is_deleted = 0`.execute(db);
  return found.rows[0] ?? null;
}
