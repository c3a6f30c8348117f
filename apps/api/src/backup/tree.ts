import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Measured, Measure } from "../core/storage.ts";

/** A file of a backup: its path below the backup with slashes, and what it must be when it is restored. */
export interface Entry extends Measured {
  path: string;
}

/** Files and folders below a folder. */
export interface Tree {
  files: string[];
  folders: string[];
}

/** Files copied at the same time. */
const together = 4;

/**
 * Lists a folder, which may change meanwhile: what goes away is left out.
 * @param skip says of a path below it, with slashes, whether it stays behind, with everything in it
 */
export async function treeOf(root: string, skip: (path: string) => boolean = () => false): Promise<Tree> {
  const tree: Tree = { files: [], folders: [] };
  async function walk(folder: string): Promise<void> {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(unlessGone([]));
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

/** Copies one file to the disk, and says what it was. Folders are made where they are missing. */
export async function copyFile(from: string, to: string): Promise<Measured> {
  const measure = new Measure();
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await pipeline(createReadStream(from), measure, createWriteStream(to, { mode: 0o600, flush: true }));
  return measure.result();
}

/** What a file is. */
export async function measured(path: string): Promise<Measured> {
  const measure = new Measure();
  await pipeline(createReadStream(path), measure, async (bytes) => {
    for await (const _ of bytes);
  });
  return measure.result();
}

/** Does something for each of many files, a few at a time; the first fault ends it once those that run have ended. */
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
  const ends = await Promise.allSettled(Array.from({ length: together }, worker));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

/** For files that may be gone by the time they are read. */
export const unlessGone =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code !== "ENOENT") throw error;
    return instead;
  };
