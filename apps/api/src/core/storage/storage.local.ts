import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { giveUp, guarded } from "../foundation/streams.ts";
import { checkKey, Measure, MissingFile, type Place } from "./storage.ts";

/**
 * Stores files in a folder of this machine. A file appears under its key only when it is complete and synced to the disk.
 * @param folder absolute; created when missing, readable by our account only
 */
export function localStorage(folder: string): Place {
  const getPath = (key: string) => {
    checkKey(key);
    return join(folder, key);
  };
  return {
    async put(key, body) {
      const path = getPath(key);
      const measure = new Measure();
      const temporary = `${path}.${randomUUID()}.half`;
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await pipeline(body, measure, createWriteStream(temporary, { mode: 0o600, flush: true }));
        await rename(temporary, path);
        await syncFolder(dirname(path));
        return measure.result();
      } catch (error) {
        giveUp(body);
        await rm(temporary, { force: true });
        throw error;
      }
    },
    get: (key, range) =>
      waitUntilOpen(key, guarded(createReadStream(getPath(key), range && { start: range.from, end: range.to }))),
    remove: (key) => rm(getPath(key), { force: true }),
  };
}

/** Waits until a file is open, so that a missing one fails before the response begins. @throws MissingFile */
async function waitUntilOpen(key: string, stream: Readable): Promise<Readable> {
  try {
    await once(stream, "open");
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "ENOENT" ? new MissingFile(key) : error;
  }
  return stream;
}

/** Syncs a folder, since a renamed file is durable only with its folder. Windows cannot open folders and needs no sync. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  await using handle = await open(folder);
  await handle.sync();
}
