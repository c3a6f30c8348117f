import { join } from "node:path";
import type { Readable } from "node:stream";
import { type SqlBool, sql } from "kysely";
import type { Cipher } from "../core/cipher.ts";
import type { Db } from "../core/db.ts";
import { outsideFetch } from "../core/outside.ts";
import { Refusal } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import type { Settings } from "../core/settings.ts";
import { s3Storage } from "../core/storage.s3.ts";
import { type Body, giveUp } from "../core/streams.ts";
import { type ByteRange, checkKey, type Measured, MissingFile, type Place, type Storage } from "../core/storage.ts";
import { type ProviderRow, providerColumns, s3SettingOf } from "./storage-setting.ts";

interface Needs {
  db: Db;
  cipher: Cipher;
  settings: Settings;
  log: Services["log"];
}

/**
 * The storage of the product: which place holds a file stands in `stored_object`, which place takes new ones in `storage_provider`. Both are
 * asked each time, so that a switch acts at once on every node.
 * @param local the place of the built-in provider
 */
export function providerStorage({ db, cipher, settings, log }: Needs, local: Place): Storage {
  const outside = outsideFetch(settings);
  const spoolFolder = join(settings.dataDir, "spool");
  /** Places by provider, as long as their settings have not changed. */
  const known = new Map<string, { version: number; place: Place }>();

  function placeOf(row: ProviderRow): Place {
    if (row.category === "5") return local;
    const found = known.get(row.id);
    if (found?.version === row.version) return found.place;
    const place = s3Storage(s3SettingOf(row, cipher), outside, spoolFolder);
    known.set(row.id, { version: row.version, place });
    return place;
  }

  async function providerOf(where: ReturnType<typeof sql<SqlBool>>): Promise<ProviderRow | undefined> {
    const row = await db.selectFrom("storageProvider").select(providerColumns).where(where).executeTakeFirst();
    return row as ProviderRow | undefined;
  }
  const keeperOf = (key: string) =>
    providerOf(sql<SqlBool>`id = (select provider_id from stored_object where key = ${key} and state = 'kept')`);

  /** Notes that a file is about to be stored, and where. */
  async function begin(key: string): Promise<ProviderRow> {
    // Use is handed over in one statement elsewhere; whoever read the old row a moment ago looks again.
    for (let attempt = 1; ; attempt++) {
      const noted = await sql<{ providerId: string }>`insert into stored_object (key, provider_id, state)
        select ${key}, p.id, 'writing' from storage_provider p where p.status = '2' and p.is_deleted = 0 for share returning provider_id`.execute(
        db,
      );
      const id = noted.rows[0]?.providerId;
      const row = id && (await providerOf(sql<SqlBool>`id = ${id}`));
      if (row) return row;
      if (attempt === 5) throw new Error("no storage provider is in use");
    }
  }

  async function put(key: string, body: Body): Promise<Measured> {
    checkKey(key);
    try {
      const row = await begin(key);
      const measured = await placeOf(row).put(key, body);
      await sql`update stored_object set state = 'kept', size = ${measured.size}, sha256 = ${measured.sha256} where key = ${key} and provider_id = ${row.id}`.execute(
        db,
      );
      return measured;
    } catch (error) {
      giveUp(body);
      // What cannot be cleared now is swept later.
      await clear(key).catch((again: unknown) =>
        log.warn({ err: again, key }, "a file that was not stored could not be removed yet"),
      );
      throw error;
    }
  }

  async function get(key: string, range?: ByteRange): Promise<Readable> {
    const row = await keeperOf(key);
    if (!row) throw new MissingFile(key);
    try {
      return await placeOf(row).get(key, range);
    } catch (error) {
      // It may have moved in between.
      const now = error instanceof MissingFile ? await keeperOf(key) : undefined;
      if (!now || now.id === row.id) throw error;
      return placeOf(now).get(key, range);
    }
  }

  /** Removes a file from everywhere. It is gone as soon as that is written; a place that does not answer is swept later. */
  async function clear(key: string): Promise<void> {
    const { rows } = await sql<{
      providerId: string;
    }>`update stored_object set state = 'gone' where key = ${key} returning provider_id`.execute(db);
    for (const { providerId } of rows) {
      try {
        await (await place(providerId)).remove(key);
        await sql`delete from stored_object where key = ${key} and provider_id = ${providerId} and state = 'gone'`.execute(
          db,
        );
      } catch (error) {
        log.warn({ err: error, provider: providerId }, "a file could not be removed yet");
      }
    }
  }

  async function place(id: string): Promise<Place> {
    const row = await providerOf(sql<SqlBool>`id = ${id}`);
    if (!row) throw new Refusal("NOT_FOUND");
    return placeOf(row);
  }

  return { put, get, remove: clear, place };
}
