import { randomBytes } from "node:crypto";
import { open, rename, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";

/**
 * Room that the database finds when its disk is full: a file of no use that is given up then, so that the log of changes can be written, people
 * can still sign in and administrators can be told. Without it PostgreSQL stops altogether.
 */
export const reserveBytes = 64 * 1024 * 1024;
/** With less than this left, the reserve is given up. */
export const leastFree = 48 * 1024 * 1024;
/** So much must be free for it to be made anew: it must not fill the disk itself. */
export const enoughFree = leastFree + 3 * reserveBytes;

const getFile = (home: string) => join(home, "reserve");

/** Bytes that are left for us in the file system of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Makes the reserve, unless it is there or there is too little room. @returns whether it is there */
export async function keepReserve(home: string): Promise<boolean> {
  const file = getFile(home);
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  if (size === reserveBytes) return true;
  if ((await freeBytes(home)) < enoughFree) return false;
  const half = `${file}.half`;
  try {
    await using handle = await open(half, "w", 0o600);
    // Random, because some file systems store nothing for zeros.
    const block = randomBytes(1024 * 1024);
    for (let written = 0; written < reserveBytes; written += block.length) await handle.write(block);
    await handle.sync();
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
  await rename(half, file);
  return true;
}

/** Gives the reserve up where the disk is all but full. @returns whether it is */
export async function giveUpReserve(home: string): Promise<boolean> {
  if ((await freeBytes(home)) >= leastFree) return false;
  await rm(getFile(home), { force: true });
  await rm(`${getFile(home)}.half`, { force: true });
  return true;
}
