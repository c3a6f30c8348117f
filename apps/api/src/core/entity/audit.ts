import type { auditRecordShape } from "@jipei/contract/core/audit-record.ts";
import type { ValueOfShape } from "@jipei/contract/core/fields/shape.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Actor } from "../foundation/actor.ts";
import { type RawBuilder, sql } from "kysely";
import { now } from "../foundation/clock.ts";
import type { Services } from "../foundation/services.ts";
import type { AuditEntry } from "./audit-entry.ts";
import type { Condition } from "../database/sql.ts";
import type { Db, Tx } from "../database/db.ts";
import { inStatements } from "../database/write-rows.ts";

type AuditRecordValue = ValueOfShape<typeof auditRecordShape>;

const written = new WeakMap<Tx, AuditEntry[]>();
/** As many entries as a batch call may have rows. An import writes more, which the journal need not repeat. */
const maxRemembered = 200;
/** The audit entries that a transaction has written so far, for the journal. */
export const getWrittenAudit = (tx: Tx): readonly AuditEntry[] => written.get(tx) ?? [];

/** Columns that an entry fills. */
const columnsOfEntry = 13;

/** Records who did what, in the transaction of the action. The database lets nobody change or delete these rows. */
export async function writeAudit(tx: Tx, actor: Actor, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const before = written.get(tx) ?? [];
  if (before.length < maxRemembered) written.set(tx, [...before, ...entries.slice(0, maxRemembered - before.length)]);
  for (const part of inStatements(entries, columnsOfEntry)) await insertEntries(tx, actor, part);
}

/** The same for a call that writes nothing else, in a transaction of its own. */
export const writeAuditAlone = ({ db }: Services, actor: Actor, entries: readonly AuditEntry[]): Promise<void> =>
  db.transaction().execute((tx) => writeAudit(tx, actor, entries));

async function insertEntries(tx: Tx, actor: Actor, entries: readonly AuditEntry[]): Promise<void> {
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
        operateTime: now(),
        clientIp: actor.ip,
      })),
    )
    .execute();
}

/** The history of a row, oldest first. Only the bureau sees the IP addresses. */
export async function getAudit(db: Db, actor: Actor, bizType: string, bizId: string): Promise<AuditRecordValue[]> {
  const rows = await db
    .selectFrom("auditRecord")
    .selectAll()
    .where("bizType", "=", bizType)
    .where("bizId", "=", bizId)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    ...row,
    auditId: row.id,
    clientIp: actor.audience === "bureau" ? row.clientIp : null,
  }));
}

/** SQL condition: an action was done to a row once, whatever came after. @param bizId SQL of its id */
export const wasDone = (bizType: string, bizId: Condition, action: string): Condition =>
  sql`exists (select from audit_record a where a.biz_type = ${bizType} and a.biz_id = (${bizId})::text and a.action = ${action})`;

/** The names of everybody in the history of a row, by the ids of the users, as they were called last. */
export async function getOperatorNames(db: Db, bizType: string, bizId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("auditRecord")
    .select(["operatorId", "operatorName"])
    .where("bizType", "=", bizType)
    .where("bizId", "=", bizId)
    .orderBy("id")
    .execute();
  return new Map(rows.map(({ operatorId, operatorName }) => [operatorId, operatorName]));
}

/** What a user has done to a row, each action once, with the states that it began in. */
export const getOwnActions = (db: Db, userId: string, bizType: string, bizId: string) =>
  db
    .selectFrom("auditRecord")
    .select(["action", "fromStatus"])
    .distinct()
    .where("bizType", "=", bizType)
    .where("bizId", "=", bizId)
    .where("operatorId", "=", userId)
    .execute();

/** What was done to a row, and by whom, since an action was last done to it; everything, where it never was. */
export const getActionsSince = (db: Db, bizType: string, bizId: string, action: string) =>
  db
    .selectFrom("auditRecord")
    .select(["action", "fromStatus", "operatorId"])
    .distinct()
    .where("bizType", "=", bizType)
    .where("bizId", "=", bizId)
    .where("id", ">", (last) =>
      last
        .selectFrom("auditRecord")
        .select((one) => one.fn.coalesce(one.fn.max("id"), sql<string>`0`).as("id"))
        .where("bizType", "=", bizType)
        .where("bizId", "=", bizId)
        .where("action", "=", action),
    )
    .execute();

/** When a row came into the state that it is in; null for one that never moved. */
export async function getLastMove(db: Db, bizType: string, bizId: string): Promise<string | null> {
  const { rows } = await sql<{ time: string | null }>`
    select max(operate_time) as time from audit_record
    where biz_type = ${bizType} and biz_id = ${bizId} and to_status is distinct from from_status and to_status is not null`.execute(
    db,
  );
  return rows[0]?.time ?? null;
}

/** Whether a user has done one of these actions to one of some rows. @param ids SQL of a query for their ids, as text */
export async function hasDone(
  db: Db,
  userId: string,
  bizType: string,
  actions: readonly string[],
  ids: Condition,
): Promise<boolean> {
  const { rows } = await sql`
    select from audit_record where biz_type = ${bizType} and operator_id = ${userId} and action = any(${actions}) and biz_id in (${ids}) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** The `detail` option of entities whose detail adds the history of the row and nothing else. */
export const withHistory = (entity: Entity) => async (db: Db, actor: Actor, row: { id: string }) => ({
  auditList: await getAudit(db, actor, entity.name, row.id),
});

/** The values before and after a change, as an audit record has them. */
export const getRecorded = (db: Db, id: string) =>
  db.selectFrom("auditRecord").select(["before", "after"]).where("id", "=", id).executeTakeFirstOrThrow();

/** An entry of the history, with the row that it is about. */
export type EntryOf<P> = P & {
  operatorName: string;
  operateTime: string;
  opinion: string | null;
  before: unknown;
  after: unknown;
};

/**
 * The history of any rows between two moments, the latest entry first.
 * @param rows SQL of a query for `biz_type`, `biz_id` and what else is to come along
 * @param between SQL of the moment that all of it lies after, and of the last one
 */
export async function getEntriesOf<P>(
  db: Db,
  rows: RawBuilder<unknown>,
  [after, until]: readonly [RawBuilder<string>, RawBuilder<string>],
): Promise<EntryOf<P>[]> {
  const found = await sql<EntryOf<P>>`
    select p.*, a.operator_name, a.operate_time, a.opinion, a.before, a.after
    from (${rows}) p join audit_record a on a.biz_type = p.biz_type and a.biz_id = p.biz_id
    where a.operate_time > ${after} and a.operate_time <= ${until} order by a.operate_time desc, a.id desc`.execute(db);
  return found.rows;
}
