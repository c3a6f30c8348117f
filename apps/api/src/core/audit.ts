import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Actor } from "./actor.ts";
import type { Db, Tx } from "./db.ts";

export interface AuditEntry {
  bizType: string;
  bizId: string;
  action: string;
  fromStatus?: string | null;
  toStatus?: string | null;
  opinion?: string | null;
  /** Values before and after a correction. */
  before?: unknown;
  after?: unknown;
}

const written = new WeakMap<Tx, AuditEntry[]>();
/** As many as one batch call may name; an import writes more of them than a log of deeds need repeat. */
const mostRemembered = 200;
/** What was written in a transaction so far, for the journal. */
export const writtenIn = (tx: Tx): readonly AuditEntry[] => written.get(tx) ?? [];

/** Writes who did what; append-only by database grant, in the transaction of the deed. */
export async function writeAudit(tx: Tx, actor: Actor, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const before = written.get(tx) ?? [];
  if (before.length < mostRemembered) written.set(tx, [...before, ...entries.slice(0, mostRemembered - before.length)]);
  await tx
    .insertInto("auditRecord")
    .values(
      entries.map((entry) => ({
        bizType: entry.bizType,
        bizId: entry.bizId,
        action: entry.action,
        fromStatus: entry.fromStatus ?? null,
        toStatus: entry.toStatus ?? null,
        opinion: entry.opinion ?? null,
        before: entry.before === undefined ? null : JSON.stringify(entry.before),
        after: entry.after === undefined ? null : JSON.stringify(entry.after),
        operatorId: actor.userId,
        operatorName: actor.name,
        operatorRole: actor.roles.join(","),
        clientIp: actor.ip,
      })),
    )
    .execute();
}

/** History of a row, oldest first; the address is shown to the bureau only. */
export async function auditOf(
  db: Db,
  actor: Actor,
  bizType: string,
  bizId: string,
): Promise<Record<string, unknown>[]> {
  const rows = await db
    .selectFrom("auditRecord")
    .selectAll()
    .where("bizType", "=", bizType)
    .where("bizId", "=", bizId)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    ...row,
    auditId: row["id"],
    clientIp: actor.audience === "bureau" ? row["clientIp"] : null,
  }));
}

/** A detail with the history of its row, for entities that add nothing else. */
export const withHistory = (entity: Entity<any>) => async (db: Db, actor: Actor, row: Record<string, any>) => ({
  auditList: await auditOf(db, actor, entity.name, row["id"]),
});
