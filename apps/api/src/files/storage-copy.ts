import { pipeline } from "node:stream/promises";
import { StorageProvider } from "@jipei/contract/files/storage-provider.ts";
import { sql } from "kysely";
import type { Actor } from "../core/foundation/actor.ts";
import { writeAudit } from "../core/entity/audit.ts";
import { JobCancelled, background } from "../core/jobs/background.ts";
import { isAway } from "../core/database/database-errors.ts";
import type { Tx } from "../core/database/db.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { type Measured, Measure, type Place } from "../core/storage/storage.ts";

interface Input {
  fromId: string;
  toId: string;
  removeSource: boolean;
}

interface StoredFile {
  key: string;
  sha256: string | null;
}

/** Files read from the list at a time, and moved at a time. */
const [batch, concurrency] = [100, 4];

/** Thrown for a file that has changed since it was stored, or whose copy differs from it. */
class Damaged extends Error {}

/**
 * Moves the files of a place to the one in use. Each file moves by itself: it is stored, read back and compared, and only then recorded at the
 * new place. So the job may be cancelled or killed at any point and run again, and every file stays readable.
 */
export const storageCopy = background<Input>("files.copy", async ({ app, input, progress }) => {
  const { fromId, toId, removeSource } = input;
  const [from, to] = [await app.storage.place(fromId), await app.storage.place(toId)];
  const tally = { moved: 0, failed: 0 };
  let total = await countAt(app, fromId, "kept");
  if (removeSource) total += await countAt(app, fromId, "spare");
  let done = 0;
  const step = async (work: () => Promise<unknown>, key: string) => {
    try {
      await work();
      tally.moved++;
    } catch (error) {
      if (error instanceof Refusal || error instanceof JobCancelled || isAway(error)) throw error;
      tally.failed++;
      app.log.error({ err: error, key }, "a file could not be moved");
    }
    done++;
  };
  await progress(done, total);
  for await (const files of batches(app, fromId, "kept")) {
    await assertInUse(app, toId);
    for (let i = 0; i < files.length; i += concurrency) {
      // All of them end before the first error is thrown, so that none goes on after the job has ended.
      const ends = await Promise.allSettled(
        files
          .slice(i, i + concurrency)
          .map((file) => step(() => move(app, file, { fromId, from, toId, to, removeSource }), file.key)),
      );
      for (const end of ends) if (end.status === "rejected") throw end.reason;
      await progress(done, total);
    }
  }
  const { moved } = tally;
  if (removeSource)
    for await (const files of batches(app, fromId, "spare")) {
      for (const { key } of files) await step(() => removeSpare(app, key, fromId, from), key);
      await progress(done, total);
    }
  const { failed } = tally;
  if (failed > 0)
    return {
      zh: `已迁移${moved}个文件，${failed}个未能迁移（缺失或损坏），仍留在原处`,
      en: `Files moved: ${moved}; not moved (missing or damaged): ${failed}`,
    };
  return { zh: `已迁移${moved}个文件`, en: `Files moved: ${moved}` };
});

/** @throws STORAGE_COPYING; NOT_FOUND where no other place than the source could take the files */
export async function startCopy(
  tx: Tx,
  app: Services,
  actor: Actor,
  from: { id: string; ossCode: string },
  removeSource: boolean,
): Promise<{ jobId: string }> {
  const target = await tx
    .selectFrom("storageProvider")
    .select(["id", "ossCode"])
    .where("status", "=", "2")
    .where("isDeleted", "=", 0)
    .executeTakeFirstOrThrow();
  if (target.id === from.id)
    throw new Refusal("FIELD_INVALID", {
      field: { zh: "来源", en: "From" },
      reason: { zh: "文件已在启用的存储中", en: "the files are where new ones go already" },
    });
  // One move at a time: the lock is held until the row of the job is written.
  await sql`select pg_advisory_xact_lock(hashtext('files.copy'))`.execute(tx);
  const running = await tx
    .selectFrom("backgroundJob")
    .select("id")
    .where("kind", "=", storageCopy.worker.name)
    .where("endTime", "is", null)
    .executeTakeFirst();
  if (running) throw new Refusal("STORAGE_COPYING");
  await writeAudit(tx, actor, [
    {
      bizType: StorageProvider.name,
      bizId: from.id,
      action: "copy",
      opinion: `${from.ossCode} → ${target.ossCode}`,
    },
  ]);
  return storageCopy.start(
    tx,
    app,
    actor,
    { zh: `迁移文件：${from.ossCode} → ${target.ossCode}`, en: `Files: ${from.ossCode} → ${target.ossCode}` },
    { fromId: from.id, toId: target.id, removeSource },
  );
}

async function countAt(app: Services, providerId: string, state: "kept" | "spare"): Promise<number> {
  const found = await sql<{
    n: string;
  }>`select count(*) as n from stored_object where provider_id = ${providerId} and state = ${state}`.execute(app.db);
  return Number(found.rows[0]?.n);
}

/** In order of key, so that a file that could not be moved is not read a second time. */
async function* batches(app: Services, providerId: string, state: "kept" | "spare"): AsyncGenerator<StoredFile[]> {
  for (let last = ""; ;) {
    const { rows } =
      await sql<StoredFile>`select key, sha256 from stored_object where provider_id = ${providerId} and state = ${state} and key > ${last} order by key limit ${batch}`.execute(
        app.db,
      );
    if (rows.length === 0) return;
    last = (rows.at(-1) as StoredFile).key;
    yield rows;
  }
}

/** Ends the move where somebody has switched to another place meanwhile. @throws STORAGE_REFUSED */
async function assertInUse(app: Services, id: string): Promise<void> {
  const row = await app.db
    .selectFrom("storageProvider")
    .select("ossCode")
    .where("id", "=", id)
    .where("status", "=", "2")
    .where("isDeleted", "=", 0)
    .executeTakeFirst();
  if (!row)
    throw new Refusal("STORAGE_REFUSED", {
      reason: { zh: "目标存储已不再启用", en: "the target is no longer in use" },
    });
}

interface CopyRoute {
  fromId: string;
  from: Place;
  toId: string;
  to: Place;
  removeSource: boolean;
}

async function move(
  app: Services,
  { key, sha256 }: StoredFile,
  { fromId, from, toId, to, removeSource }: CopyRoute,
): Promise<void> {
  await sql`insert into stored_object (key, provider_id, state) values (${key}, ${toId}, 'writing')
    on conflict (key, provider_id) do update set state = 'writing', create_time = now() where stored_object.state <> 'kept'`.execute(
    app.db,
  );
  try {
    const copied = await to.put(key, await from.get(key));
    if (sha256 !== null && copied.sha256 !== sha256) throw new Damaged(`${key} has changed since it was stored`);
    if ((await measured(to, key)).sha256 !== copied.sha256) throw new Damaged(`${key} did not arrive as it left`);
    if (await handOver(app, key, fromId, toId, copied)) {
      if (removeSource) await removeSpare(app, key, fromId, from);
      return;
    }
  } catch (error) {
    await giveUp(app, key, toId, to);
    throw error;
  }
  // The file was removed, or another job moved it; in the second case `giveUp` finds it stored there and removes nothing.
  await giveUp(app, key, toId, to);
}

async function measured(place: Place, key: string): Promise<Measured> {
  const measure = new Measure();
  const body = await place.get(key);
  await pipeline(body, measure, async (bytes) => {
    for await (const _ of bytes);
  });
  return measure.result();
}

/** Makes the new place the one that the file is read from. @returns false where it was moved or removed meanwhile */
const handOver = (
  app: Services,
  key: string,
  fromId: string,
  toId: string,
  { size, sha256 }: Measured,
): Promise<boolean> =>
  app.db.transaction().execute(async (tx) => {
    const left =
      await sql`update stored_object set state = 'spare' where key = ${key} and provider_id = ${fromId} and state = 'kept' returning 1`.execute(
        tx,
      );
    if (left.rows.length === 0) return false;
    const kept =
      await sql`update stored_object set state = 'kept', size = ${size}, sha256 = ${sha256}, create_time = (select create_time from stored_object where key = ${key} and provider_id = ${fromId})
      where key = ${key} and provider_id = ${toId} and state = 'writing' returning 1`.execute(tx);
    if (kept.rows.length === 0) throw new Damaged(`${key} was removed meanwhile`);
    return true;
  });

/** Undoes a copy that was begun; what cannot be removed now is removed by the sweep. */
async function giveUp(app: Services, key: string, toId: string, to: Place): Promise<void> {
  const there =
    await sql`select 1 from stored_object where key = ${key} and provider_id = ${toId} and state = 'kept'`.execute(
      app.db,
    );
  if (there.rows.length > 0) return;
  await sql`update stored_object set state = 'gone' where key = ${key} and provider_id = ${toId}`.execute(app.db);
  await to.remove(key).then(
    () =>
      sql`delete from stored_object where key = ${key} and provider_id = ${toId} and state = 'gone'`.execute(app.db),
    (error: unknown) => app.log.warn({ err: error, key }, "a copy could not be removed yet"),
  );
}

async function removeSpare(app: Services, key: string, fromId: string, from: Place): Promise<void> {
  await sql`update stored_object set state = 'gone' where key = ${key} and provider_id = ${fromId} and state = 'spare'`.execute(
    app.db,
  );
  await from.remove(key);
  await sql`delete from stored_object where key = ${key} and provider_id = ${fromId} and state = 'gone'`.execute(
    app.db,
  );
}
