import type { Entity } from "@jipei/contract/core/entity.ts";
import { sql } from "kysely";
import type { Actor } from "./actor.ts";
import { cuts, visible } from "./data-scope.ts";
import type { Db, Tx } from "./db.ts";
import { Refusal } from "./refusal.ts";
import { type Condition, all, detailColumns, everything, nothing } from "./sql.ts";

/** Which rows of an entity an actor may see; alias `t`. */
export type Scope = (actor: Actor) => Condition;

/** Rows of the actor's own tenant. */
export const ofTenant: Scope = (actor) => sql`t.tenant_id = ${actor.tenantId}`;

/** Rows of an institution (`t.org_id`): the bureau sees all, an institution its own, nobody else any. */
export const ownRows: Scope = (actor) => {
  if (actor.audience === "bureau") return everything;
  return actor.audience === "institution" && actor.orgId ? sql`t.org_id = ${actor.orgId}` : nothing;
};

/** Most ids of one batch call. */
export const maxIds = 200;

/** Reads a comma-separated `ids` parameter. @throws IDS_EMPTY, FIELD_INVALID */
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
    throw new Refusal("FIELD_INVALID", { field: "ids", reason: { zh: `最多${maxIds}条`, en: `at most ${maxIds}` } });
  if (ids.some((id) => !/^\d{1,19}$/.test(id) || BigInt(id) > 9223372036854775807n))
    throw new Refusal("FIELD_INVALID", { field: "ids", reason: { zh: "格式不正确", en: "wrong format" } });
  return ids;
}

/** One live row in scope, as the wire names it. @throws NOT_FOUND, also for rows of others */
export async function readRow<R = Record<string, any>>(
  db: Db,
  entity: Entity<any>,
  scope: Scope,
  actor: Actor,
  id: string,
): Promise<R> {
  const found =
    await sql<R>`select ${detailColumns(entity)} from ${sql.table(entity.table)} t where t.id = ${id} and t.is_deleted = 0 and ${visible(entity, scope, actor)}`.execute(
      db,
    );
  const row = found.rows[0];
  if (!row) throw new Refusal("NOT_FOUND");
  return row;
}

/**
 * Locks live rows in order of id (so that two batches cannot wait for each other) and gives all their columns in camel case.
 * All of `ids` must be there and in scope. @throws NOT_FOUND, NOT_OWNER
 */
export async function lockRows<R = Record<string, any>>(
  tx: Tx,
  entity: Entity<any>,
  scope: Scope,
  actor: Actor,
  ids: readonly string[],
): Promise<R[]> {
  const found = await sql<R & { id: string; inScope: boolean }>`
    select t.*, coalesce(${visible(entity, scope, actor)}, false) as "inScope" from ${sql.table(entity.table)} t
    where t.id = any(${ids}::bigint[]) and t.is_deleted = 0 order by t.id for update of t`.execute(tx);
  if (found.rows.length < ids.length) throw new Refusal("NOT_FOUND");
  if (found.rows.some((row) => !row.inScope)) throw new Refusal("NOT_OWNER");
  return found.rows;
}

/** One row, locked. */
export async function lockRow<R = Record<string, any>>(
  tx: Tx,
  entity: Entity<any>,
  scope: Scope,
  actor: Actor,
  id: string,
): Promise<R> {
  const [row] = await lockRows<R>(tx, entity, scope, actor, [id]);
  return row as R;
}

/**
 * Whoever is held to a part of the rows writes none into another part, by adding one there or by moving one of his own.
 * @throws NOT_OWNER
 */
export async function mustStayInScope(tx: Tx, entity: Entity<any>, actor: Actor, id: string): Promise<void> {
  const conditions = cuts(entity, actor);
  if (conditions.length === 0) return;
  const { rows } =
    await sql`select 1 from ${sql.table(entity.table)} t where t.id = ${id} and ${all(conditions)}`.execute(tx);
  if (rows.length === 0) throw new Refusal("NOT_OWNER");
}

/** @throws VERSION_CONFLICT when the client saw an older version */
export function checkVersion(row: { version: number }, version: number | null | undefined): void {
  if (version !== null && version !== undefined && version !== row.version) throw new Refusal("VERSION_CONFLICT");
}

/** A live row whoever asks, for rules inside the server: all columns in camel case, encrypted ones as stored. */
export async function liveRow<R = Record<string, any>>(db: Db, entity: Entity<any>, id: string): Promise<R | null> {
  const found =
    await sql<R>`select t.* from ${sql.table(entity.table)} t where t.id = ${id} and t.is_deleted = 0`.execute(db);
  return found.rows[0] ?? null;
}
