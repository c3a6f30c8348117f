import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Measured, Measure } from "../core/storage/storage.ts";

/** A file of a backup: its path below the backup, with slashes, and the size and digest it must have when it is restored. */
export interface Entry extends Measured {
  path: string;
}

/** Files and folders below a folder. */
export interface Tree {
  files: string[];
  folders: string[];
}

/** Begins the end of a name, or a name, of what a restore has set aside. */
export const setAsidePrefix = ".replaced-";
/** Whether a path below a data folder belongs to what a restore has set aside. */
export const isSetAside = (path: string): boolean => path.startsWith(setAsidePrefix);

/** Files copied at the same time. */
const concurrency = 4;

/**
 * Lists a folder. What is removed meanwhile is left out.
 * @param skip decides for a path below the folder, with slashes, whether it is left out with everything in it
 */
export async function buildTree(root: string, skip: (path: string) => boolean = () => false): Promise<Tree> {
  const tree: Tree = { files: [], folders: [] };
  async function walk(folder: string): Promise<void> {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(ignoreMissing([]));
    for (const entry of entries) {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (skip(path)) continue;
      if (entry.isDirectory()) {
        tree.folders.push(path);
        await walk(path);
      } else if (entry.isFile()) tree.files.push(path);
    }
  }
  await walk("");
  return tree;
}

/** Bytes of the files below a folder. @param skip see buildTree */
export async function getTreeSize(root: string, skip?: (path: string) => boolean): Promise<number> {
  let bytes = 0;
  await forEachFile((await buildTree(root, skip)).files, async (file) => {
    bytes += (await stat(join(root, file)).catch(ignoreMissing({ size: 0 }))).size;
  });
  return bytes;
}

/** Copies one file, flushes it to the disk, and returns its size and digest. Missing folders are created. */
export async function copyFile(from: string, to: string): Promise<Measured> {
  const measure = new Measure();
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await pipeline(createReadStream(from), measure, createWriteStream(to, { mode: 0o600, flush: true }));
  return measure.result();
}

/** Size and digest of a file. */
export async function measured(path: string): Promise<Measured> {
  const measure = new Measure();
  await pipeline(createReadStream(path), measure, async (bytes) => {
    for await (const _ of bytes);
  });
  return measure.result();
}

/** Runs `work` for each file, a few at a time. After the first error nothing new starts, and it is thrown once the running ones have ended. */
export async function forEachFile(files: readonly string[], work: (file: string) => Promise<void>): Promise<void> {
  const queue = [...files];
  const worker = async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      try {
        await work(file);
      } catch (error) {
        queue.length = 0;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: concurrency }, worker));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

/** Ignores that a file no longer exists by the time it is read. */
export const ignoreMissing =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code !== "ENOENT") throw error;
    return instead;
  };
