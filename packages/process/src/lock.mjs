import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A holder renews its lock every 5 s; one silent for this long is gone, even if its process id is in use again. */
const staleAfter = 30_000;

/** The code of a system error, such as EEXIST. @param {unknown} error */
const getCode = (error) => (error instanceof Error && "code" in error ? error.code : undefined);

/** Whether a process with this id exists, ours or not. @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return getCode(error) === "EPERM";
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

/** Renews the lock. A lost lock (its folder removed, or broken by another process after we slept) must not end the process. @param {string} path */
function touch(path) {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // The process that holds it now renews it.
  }
}

/** Creates the lock file, unless it is there. @param {string} path */
function take(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    // Windows answers EPERM while another process is removing the file.
    if (["EEXIST", "EPERM"].includes(String(getCode(error)))) return false;
    throw error;
  }
}

/** Whether the holder of the lock file is gone. @param {string} path */
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

/** Renaming first lets only one of several waiting processes remove the abandoned file. @param {string} path */
function breakLock(path) {
  const renamed = `${path}.${process.pid}`;
  try {
    renameSync(path, renamed);
    rmSync(renamed, { force: true });
  } catch {
    // Another process was quicker.
  }
}
