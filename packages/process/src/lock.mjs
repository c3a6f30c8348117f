import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A holder renews its lock every 5 s; one silent for this long is gone, even if its process id is in use again. */
const staleAfter = 30_000;

/** Whether a process with this id exists, ours or not. @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/**
 * Runs `work` while this process alone holds the lock file, across processes. A lock left behind by a killed process is broken.
 * @template T
 * @param {string} path of the lock file; its folder must exist
 * @param {() => T | Promise<T>} work must not block the event loop for long, or the lock looks abandoned
 * @param {() => void} [onWait] called once when another process holds the lock
 * @returns {Promise<T>}
 */
export async function withLock(path, work, onWait) {
  while (!take(path)) {
    if (isStale(path)) {
      breakLock(path);
      continue;
    }
    onWait?.();
    onWait = undefined;
    await sleep(100);
  }
  const renew = setInterval(() => touch(path), 5_000).unref();
  try {
    return await work();
  } finally {
    clearInterval(renew);
    rmSync(path, { force: true });
  }
}

/** Renews the lock. A lost lock (its folder removed, or broken by another process after we slept) must not end the process. */
function touch(path) {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // The process that holds it now renews it.
  }
}

function take(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    // Windows answers EPERM while another process is removing the file.
    if (error.code === "EEXIST" || error.code === "EPERM") return false;
    throw error;
  }
}

function isStale(path) {
  try {
    const age = Date.now() - statSync(path).mtimeMs;
    const holder = Number(readFileSync(path, "utf8"));
    // An empty file belongs to a process between creating and writing it.
    return age > staleAfter || (holder > 0 && !isAlive(holder));
  } catch {
    return false;
  }
}

/** Renaming first lets only one of several waiting processes remove the abandoned file. */
function breakLock(path) {
  const grave = `${path}.${process.pid}`;
  try {
    renameSync(path, grave);
    rmSync(grave, { force: true });
  } catch {
    // Another process was quicker.
  }
}
