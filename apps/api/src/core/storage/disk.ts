import { hostname } from "node:os";
import type { Call } from "@jipei/contract/core/call.ts";
import type { Alerts, Finding } from "../foundation/monitoring/alerts.ts";
import { enoughFree, freeBytes, giveUpReserve, keepReserve, leastFree, reserveBytes } from "../postgres/reserve.ts";
import { Refusal } from "../foundation/refusal.ts";
import type { Log } from "../foundation/log.ts";

/** The state of the disk. */
export interface Disk {
  /** While the disk is full, nothing but sign-ins is written; the remaining space is for the database. */
  isFull(): boolean;
  /** Checks at once; called after a write has failed because the disk is full. */
  look(): void;
}

/** For tests and programs without a disk of their own to watch. */
export const roomyDisk: Disk = { isFull: () => false, look() {} };

/** Milliseconds between two checks: a disk can fill up fast, and a check costs little. */
const every = 2_000;
const megabyte = 1024 * 1024;

const diskFull: Finding = {
  title: { zh: "磁盘已满，已停止保存数据", en: "The disk is full: nothing is saved any more" },
  text: {
    zh: `登录和查询仍可使用。请清理服务器磁盘，剩余空间达到${enoughFree / megabyte} MB后自动恢复保存。`,
    en: `Signing in and reading go on. Make room on the server; saving resumes by itself when ${enoughFree / megabyte} MB are free.`,
  },
};

/** The alert for folders whose disk has too little free space. @param least megabytes @returns null when all have enough */
export async function lowDisk(folders: readonly string[], least: number): Promise<Finding | null> {
  const free = Math.floor(Math.min(...(await Promise.all(folders.map(freeBytes)))) / megabyte);
  if (free >= least) return null;
  return {
    title: { zh: "磁盘空间不足", en: "The disk is filling up" },
    text: {
      zh: `服务器${hostname()}的磁盘只剩${free} MB，请尽快清理或扩容；写满后将停止保存数据。`,
      en: `${free} MB are left on the disk of ${hostname()}. Make room: when it is full, nothing can be saved any more.`,
    },
  };
}

/** Calls for signing in. They write so little that the reserve of the database suffices. */
const ofSigningIn = /^\/api\/(blade-auth\/)?oauth\/(?!provider\/)/;

/** @throws DISK_FULL for a call that writes, other than those of signing in, once the disk is full */
export function assertHasRoom(disk: Disk, { path }: Call): void {
  if (disk.isFull() && !ofSigningIn.test(path)) throw new Refusal("DISK_FULL");
}

interface DiskOptions {
  alerts: Alerts;
  log: Log;
  /** Folder of the embedded database, with its reserve; undefined where the database is not embedded. */
  home: string | undefined;
}

/** Watches the disk of the embedded database, and stops writing in time. @returns the state, and `close` to end the watch */
export async function watchDisk({ alerts, log, home }: DiskOptions): Promise<Disk & { close(): void }> {
  let full = false;
  let looking: Promise<void> | undefined;

  async function check(folder: string): Promise<void> {
    const hasReserve = !(await giveUpReserve(folder)) && (await keepReserve(folder));
    // The disk counts as full until the reserve exists again; else the state would change with every few megabytes.
    full = !hasReserve && (full || (await freeBytes(folder)) < leastFree + reserveBytes);
    alerts.report("disk.full", full ? diskFull : null);
  }
  const look = () => {
    if (home === undefined) return;
    looking ??= check(home)
      .catch((error: unknown) => log.warn({ err: error }, "the disk cannot be looked at"))
      .finally(() => (looking = undefined));
  };
  look();
  await looking;
  const timer = setInterval(look, every).unref();
  return { isFull: () => full, look, close: () => clearInterval(timer) };
}
