import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { giveUp, guarded } from "./streams.ts";
import { checkKey, Measure, MissingFile, type Place } from "./storage.ts";

/**
 * Files in a folder of this machine. A file appears under its key only when it is whole and on the disk.
 * @param folder absolute; made when missing, readable by our account alone
 */
export function localStorage(folder: string): Place {
  const pathOf = (key: string) => {
    checkKey(key);
    return join(folder, key);
  };
  return {
    async put(key, body) {
      const path = pathOf(key);
      const measure = new Measure();
      const half = `${path}.${randomUUID()}.half`;
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await pipeline(body, measure, createWriteStream(half, { mode: 0o600, flush: true }));
        await rename(half, path);
        await syncFolder(dirname(path));
        return measure.result();
      } catch (error) {
        giveUp(body);
        await rm(half, { force: true });
        throw error;
      }
    },
    get: (key, range) =>
      opened(key, guarded(createReadStream(pathOf(key), range && { start: range.from, end: range.to }))),
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

/** A missing file is refused at once instead of in the middle of an answer. */
async function opened(key: string, stream: Readable): Promise<Readable> {
  try {
    await once(stream, "open");
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "ENOENT" ? new MissingFile(key) : error;
  }
  return stream;
}

/** The new name of a file is on the disk only with its folder. Windows cannot open folders and needs no sync. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  await using handle = await open(folder);
  await handle.sync();
}
