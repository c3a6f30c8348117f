import { now } from "../core/foundation/clock.ts";
import { entities } from "@jipei/contract/entities.ts";
import { sql } from "kysely";
import { namedFiles } from "../core/storage/files.ts";
import type { Services } from "../core/foundation/services.ts";
import { runEach } from "../core/jobs/run-each.ts";

/** Upper limit for files removed in one night, and for files looked at together. */
const most = 5000;

/** Removes what nobody needs any more: files without a row, rows without a file, and remains of interrupted uploads. */
export const sweepFiles = (app: Services): Promise<void> =>
  runEach(app, [markUnnamed, sweepAttachments, sweepUnnamed, sweepUnfinished]);

/**
 * Marks attachments that no row has named for two days as removed. What rows name by a field alone is looked up for some candidates at a time,
 * which indexes answer: over all files of a large office, the rows that name them do not fit into memory.
 */
async function markUnnamed(app: Services): Promise<void> {
  for (let last = "0"; ;) {
    const { rows } = await sql<{ id: string }>`select a.id from attachment a
      where a.is_deleted = 0 and a.create_time < now() - interval '2 days' and a.id > ${last}
        and not exists (select from attachment_use u where u.attachment_id = a.id)
      order by a.id limit ${most}`.execute(app.db);
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await sql`update attachment a set is_deleted = 1, update_time = ${now()} where a.id = any(${ids}::bigint[]) and a.is_deleted = 0
      and not exists (select from attachment_use u where u.attachment_id = a.id)
      and a.id not in (select n.id from ${namedFiles(entities)} n where n.id = any(${ids}::bigint[]))`.execute(app.db);
    last = ids.at(-1) ?? last;
  }
}

/** Removes the bytes of removed attachments. */
async function sweepAttachments(app: Services): Promise<void> {
  const gone = await app.db
    .selectFrom("attachment")
    .select(["id", "storageKey"])
    .where("isDeleted", "=", 1)
    .where("storageKey", "<>", "")
    .limit(most)
    .execute();
  for (const row of gone) {
    await app.storage.remove(row.storageKey);
    await app.db.updateTable("attachment").set({ storageKey: "" }).where("id", "=", row.id).execute();
  }
}

/** Removes files that belong neither to an attachment, nor to a version or the pages of one, nor to a job: the process that stored them died before it recorded them. */
async function sweepUnnamed(app: Services): Promise<void> {
  const { rows } = await sql<{
    key: string;
  }>`select o.key from stored_object o where o.state = 'kept' and o.create_time < now() - interval '2 days'
    and not exists (select 1 from attachment a where a.storage_key = o.key and a.storage_key <> '')
    and not exists (select 1 from document_version v where v.storage_key = o.key)
    and not exists (select 1 from document_conversion c where c.storage_key = o.key and c.storage_key is not null)
    and not exists (select 1 from background_job j where j.file_key = o.key and j.file_key is not null)
    and not exists (select 1 from background_job j where j.end_time is null and j.input ->> 'key' = o.key) limit ${most}`.execute(
    app.db,
  );
  for (const { key } of rows) await app.storage.remove(key);
}

/** Removes files whose place did not answer when they were removed, and unfinished writes. A place that does not answer now is tried again the next night. */
async function sweepUnfinished(app: Services): Promise<void> {
  const { rows } = await sql<{
    key: string;
    providerId: string;
  }>`update stored_object set state = 'gone' where (key, provider_id) in (
      select key, provider_id from stored_object where state = 'gone' or (state = 'writing' and create_time < now() - interval '1 day') order by create_time limit ${most})
    returning key, provider_id`.execute(app.db);
  for (const { key, providerId } of rows) {
    try {
      await app.db.transaction().execute(async (tx) => {
        // The row stays locked while the object is removed; otherwise a move that stores the file here again meanwhile would lose it.
        const held =
          await sql`select from stored_object where key = ${key} and provider_id = ${providerId} and state = 'gone' for update`.execute(
            tx,
          );
        if (held.rows.length === 0) return;
        await (await app.storage.place(providerId)).remove(key);
        await sql`delete from stored_object where key = ${key} and provider_id = ${providerId}`.execute(tx);
      });
    } catch (error) {
      app.log.warn({ err: error, key }, "a file could not be removed yet");
    }
  }
}
