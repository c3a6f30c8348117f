import { join } from "node:path";
import type { Readable } from "node:stream";
import { type SqlBool, sql } from "kysely";
import type { Cipher } from "../core/security/cipher.ts";
import type { Db } from "../core/database/db.ts";
import { createSafeFetch } from "../core/outbound/safe-fetch.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import type { Log } from "../core/foundation/log.ts";
import type { Settings } from "../core/foundation/settings.ts";
import { s3Storage } from "../core/storage/storage.s3.ts";
import { type Body, giveUp } from "../core/foundation/streams.ts";
import {
  type ByteRange,
  checkKey,
  type Measured,
  MissingFile,
  type Place,
  type Storage,
} from "../core/storage/storage.ts";
import { type ProviderRow, providerColumns, getS3Setting } from "./storage-setting.ts";

interface Needs {
  db: Db;
  cipher: Cipher;
  settings: Settings;
  log: Log;
}

/**
 * The storage of the product: `stored_object` says which place holds a file, `storage_provider` which one takes new files. Both are
 * read each time, so that a switch takes effect at once on every node.
 * @param local the place of the built-in provider
 */
export function providerStorage({ db, cipher, settings, log }: Needs, local: Place): Storage {
  const outside = createSafeFetch(settings);
  const spoolFolder = join(settings.dataDir, "spool");
  /** Places by provider, used again while the settings of the provider have not changed. */
  const known = new Map<string, { version: number; place: Place }>();

  function getPlace(row: ProviderRow): Place {
    if (row.category === "5") return local;
    const found = known.get(row.id);
    if (found?.version === row.version) return found.place;
    const place = s3Storage(getS3Setting(row, cipher), outside, spoolFolder);
    known.set(row.id, { version: row.version, place });
    return place;
  }

  async function findProvider(where: ReturnType<typeof sql<SqlBool>>): Promise<ProviderRow | undefined> {
    const row = await db.selectFrom("storageProvider").select(providerColumns).where(where).executeTakeFirst();
    return row as ProviderRow | undefined;
  }
  const findHolder = (key: string) =>
    findProvider(sql<SqlBool>`id = (select provider_id from stored_object where key = ${key} and state = 'kept')`);

  /** Records that a file is about to be stored, and where. */
  async function begin(key: string): Promise<ProviderRow> {
    // Another process may switch the provider between our read and our write; then we read again.
    for (let attempt = 1; ; attempt++) {
      const noted = await sql<{ providerId: string }>`insert into stored_object (key, provider_id, state)
        select ${key}, p.id, 'writing' from storage_provider p where p.status = '2' and p.is_deleted = 0 for share returning provider_id`.execute(
        db,
      );
      const id = noted.rows[0]?.providerId;
      const row = id && (await findProvider(sql<SqlBool>`id = ${id}`));
      if (row) return row;
      if (attempt === 5) throw new Error("no storage provider is in use");
    }
  }

  async function put(key: string, body: Body): Promise<Measured> {
    checkKey(key);
    try {
      const row = await begin(key);
      const measured = await getPlace(row).put(key, body);
      await sql`update stored_object set state = 'kept', size = ${measured.size}, sha256 = ${measured.sha256} where key = ${key} and provider_id = ${row.id}`.execute(
        db,
      );
      return measured;
    } catch (error) {
      giveUp(body);
      // What cannot be removed now is removed by the sweep.
      await clear(key).catch((again: unknown) =>
        log.warn({ err: again, key }, "a file that was not stored could not be removed yet"),
      );
      throw error;
    }
  }

  async function get(key: string, range?: ByteRange): Promise<Readable> {
    const row = await findHolder(key);
    if (!row) throw new MissingFile(key);
    try {
      return await getPlace(row).get(key, range);
    } catch (error) {
      // The file may have moved in between.
      const now = error instanceof MissingFile ? await findHolder(key) : undefined;
      if (!now || now.id === row.id) throw error;
      return getPlace(now).get(key, range);
    }
  }

  /** Removes a file from every place. It counts as removed once the database says so; where a place does not answer, the sweep removes the bytes. */
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
    const row = await findProvider(sql<SqlBool>`id = ${id}`);
    if (!row) throw new Refusal("NOT_FOUND");
    return getPlace(row);
  }

  return { put, get, remove: clear, place };
}
