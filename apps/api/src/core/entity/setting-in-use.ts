import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { sql } from "kysely";
import { now } from "../foundation/clock.ts";
import type { Actor } from "../foundation/actor.ts";
import { writeAudit } from "./audit.ts";
import type { Tx } from "../database/db.ts";
import { type Scope, lockRow } from "../database/rows.ts";
import type { Condition } from "../database/sql.ts";

// Settings of which one at a time is in use (`status` 2, all others 1): SMS providers, storage providers.

/** Puts one setting in use and takes the former one out of use. @throws NOT_FOUND */
export async function putInUse(
  tx: Tx,
  actor: Actor,
  entity: Entity<{ status: Field<string> }>,
  scope: Scope,
  id: string,
): Promise<void> {
  const table = sql.table(entity.table);
  // This lock lets one writer in at a time, and readers go on.
  await sql`lock table ${table} in share row exclusive mode`.execute(tx);
  const row = await lockRow(tx, entity, scope, actor, id);
  if (row.status === "2") return;
  const setStatus = (status: string, condition: Condition) =>
    sql`update ${table} set status = ${status}, update_user = ${actor.userId}, update_time = ${now()}, version = version + 1 where ${condition}`.execute(
      tx,
    );
  await setStatus("1", sql`status = '2' and is_deleted = 0`);
  await setStatus("2", sql`id = ${id}`);
  await writeAudit(tx, actor, [{ bizType: entity.name, bizId: id, action: "enable", fromStatus: "1", toStatus: "2" }]);
}

/** An input without its empty secrets, so that these stay unchanged: a form never receives a stored secret that it could send back. */
export function withoutEmpty<K extends string, I extends Readonly<Partial<Record<K, string | null>>>>(
  input: I,
  ...secrets: readonly K[]
): I {
  const rest = { ...input };
  for (const name of secrets) if (!rest[name]) delete rest[name];
  return rest;
}
