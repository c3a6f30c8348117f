import type { Entity } from "@jipei/contract/core/entity.ts";
import { sql } from "kysely";
import type { Actor } from "./actor.ts";
import { writeAudit } from "./audit.ts";
import type { Tx } from "./db.ts";
import { type Scope, lockRow } from "./rows.ts";

/**
 * Settings of which one at a time is in use (`status` 2, all others 1): providers of text messages, places for files.
 */

/** Hands use over to one setting; the one that had it until now goes without. @throws NOT_FOUND */
export async function handOver(tx: Tx, actor: Actor, entity: Entity<any>, scope: Scope, id: string): Promise<void> {
  const table = sql.table(entity.table);
  // One hand-over at a time; lists go on being read.
  await sql`lock table ${table} in share row exclusive mode`.execute(tx);
  const row = await lockRow(tx, entity, scope, actor, id);
  if (row["status"] === "2") return;
  await sql`update ${table} set status = '1', update_user = ${actor.userId}, update_time = now(), version = version + 1 where status = '2' and is_deleted = 0`.execute(
    tx,
  );
  await sql`update ${table} set status = '2', update_user = ${actor.userId}, update_time = now(), version = version + 1 where id = ${id}`.execute(
    tx,
  );
  await writeAudit(tx, actor, [{ bizType: entity.name, bizId: id, action: "enable", fromStatus: "1", toStatus: "2" }]);
}

/** What was sent without the secrets that were left empty, which stay as they are: a form never gets them back to send again. */
export const withoutEmpty = (input: Record<string, any>, ...secrets: readonly string[]): Record<string, any> =>
  Object.fromEntries(Object.entries(input).filter(([name, value]) => value || !secrets.includes(name)));
