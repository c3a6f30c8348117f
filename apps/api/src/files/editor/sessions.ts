import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import { type Actor, restoreActor, storeActor } from "../../core/foundation/actor.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { getVersionNo } from "./versions.ts";

/** Hours without a word from the document server after which nobody edits there any more. */
const silentHours = 12;

/**
 * Lets a user in to edit a document, together with those who edit it already.
 * @returns the key of the document: the one under which the others have it open, or a new one
 */
export async function joinSession(tx: Tx, actor: Actor, attachmentId: string): Promise<string> {
  await sql`select from attachment where id = ${attachmentId} for update`.execute(tx);
  const versionNo = await getVersionNo(tx, attachmentId);
  const open = await tx
    .selectFrom("documentSession")
    .select(["documentKey", "versionNo"])
    .where("attachmentId", "=", attachmentId)
    .where("endTime", "is", null)
    .executeTakeFirst();
  const documentKey = open?.versionNo === versionNo ? open.documentKey : randomBytes(16).toString("hex");
  if (open && open.documentKey !== documentKey) await endSession(tx, open.documentKey);
  if (open?.documentKey !== documentKey)
    await tx.insertInto("documentSession").values({ documentKey, attachmentId, versionNo, endTime: null }).execute();
  await tx
    .insertInto("documentSessionUser")
    .values({ documentKey, userId: actor.userId, actor: storeActor(actor) })
    .onConflict((conflict) => conflict.columns(["documentKey", "userId"]).doUpdateSet({ actor: storeActor(actor) }))
    .execute();
  return documentKey;
}

/** The document that is edited under a key. @throws DOCUMENT_STALE where that editing has ended, or never was */
export async function getSession(db: Db, documentKey: string): Promise<{ attachmentId: string; versionNo: number }> {
  const session = await db
    .selectFrom("documentSession")
    .select(["attachmentId", "versionNo"])
    .where("documentKey", "=", documentKey)
    .where("endTime", "is", null)
    .executeTakeFirst();
  if (!session) throw new Refusal("DOCUMENT_STALE");
  return session;
}

/** Locks what `getSession` gets, so that of two messages at once the second one waits. @throws DOCUMENT_STALE */
export async function lockSession(tx: Tx, documentKey: string): Promise<void> {
  const held =
    await sql`select from document_session where document_key = ${documentKey} and end_time is null for update`.execute(
      tx,
    );
  if (held.rows.length === 0) throw new Refusal("DOCUMENT_STALE");
}

/** A user who was let in, with the rights that they had then. @throws DOCUMENT_STALE for anybody else */
export async function getMember(db: Db, documentKey: string, userId: string): Promise<Actor> {
  const member = await db
    .selectFrom("documentSessionUser as u")
    .innerJoin("account as a", "a.id", "u.userId")
    .select("u.actor")
    .where("u.documentKey", "=", documentKey)
    .where("u.userId", "=", userId)
    .where("a.status", "=", "1")
    .where("a.isDeleted", "=", 0)
    .executeTakeFirst();
  if (!member) throw new Refusal("DOCUMENT_STALE");
  return restoreActor(member.actor);
}

/** Notes that the document server still has a document open, and which version. */
export const keepSession = (db: Db, documentKey: string, versionNo?: number) =>
  db
    .updateTable("documentSession")
    .set({ activeTime: sql<string>`now()`, ...(versionNo !== undefined && { versionNo }) })
    .where("documentKey", "=", documentKey)
    .where("endTime", "is", null)
    .execute();

/** Nothing more is taken under a key. */
export const endSession = (db: Db, documentKey: string) =>
  db
    .updateTable("documentSession")
    .set({ endTime: sql<string>`now()` })
    .where("documentKey", "=", documentKey)
    .where("endTime", "is", null)
    .execute();

/**
 * Ends the editing of a document that is about to get another content, where nobody has been heard of for long.
 * @throws DOCUMENT_OPEN while somebody edits it: what they write would stand on a content that is gone
 */
export async function assertNobodyEdits(tx: Tx, attachmentId: string): Promise<void> {
  await sql`select from attachment where id = ${attachmentId} for update`.execute(tx);
  const { rows } = await sql<{ documentKey: string; isActive: boolean }>`
    select document_key, active_time > now() - make_interval(hours => ${sql.lit(silentHours)}) as is_active
    from document_session where attachment_id = ${attachmentId} and end_time is null`.execute(tx);
  for (const { documentKey, isActive } of rows) {
    if (isActive) throw new Refusal("DOCUMENT_OPEN");
    await endSession(tx, documentKey);
  }
}

/** Removes what is known of editing that ended a month ago. */
export const sweepSessions = async (app: Services): Promise<void> =>
  void (await sql`delete from document_session where end_time < now() - interval '30 days'
    or active_time < now() - interval '30 days'`.execute(app.db));
