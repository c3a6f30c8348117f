import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { withLock } from "@jipei/process/lock.mjs";
import { connected } from "../core/database/connected.ts";
import { startPostgres } from "../core/postgres/launcher.ts";
import type { Settings } from "../core/foundation/settings.ts";
import { backUpCluster } from "./cluster-backup.ts";
import { dump } from "./dump.ts";
import { type Manifest, finishBackup, getSize, removeOldBackups, unfinishedSuffix } from "./manifest.ts";
import { type Entry, copyFile, forEachFile, measured, buildTree, ignoreMissing } from "./tree.ts";

export interface BackupOptions {
  /** Folder of the backups. */
  to: string;
  /** How many backups are kept. */
  keep: number;
  /** A folder elsewhere that gets the keys; without it they are not backed up. */
  keys?: string;
}

/**
 * Backs up database and files while the server runs. An interrupted backup never counts as one, and the next backup removes it.
 * @param report receives a line for each step
 * @returns the folder of the backup
 */
export async function takeBackup(
  settings: Settings,
  { to, keep, keys }: BackupOptions,
  report: (line: string) => void,
): Promise<string> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  return withLock(
    join(to, "lock"),
    async () => {
      const begin = new Date();
      const name = `jipei-${begin.toISOString().slice(0, 19).replaceAll(":", "-")}`;
      const folder = join(to, name + unfinishedSuffix);
      await removeOldBackups(to, Number.MAX_SAFE_INTEGER);
      await mkdir(folder, { mode: 0o700 });
      const database = settings.databaseUrl
        ? { url: settings.databaseUrl, stop: async () => {} }
        : await startPostgres(settings.dataDir, report);
      try {
        const manifest = await copyAll(settings, database.url, folder, name, report);
        await finishBackup(to, name, manifest);
        if (keys) await copyKeys(settings, join(keys, name));
        await remember(database.url, begin, manifest);
        await removeOldBackups(to, keep);
        report(`${join(to, name)}: ${manifest.entries.length} files, ${Math.ceil(getSize(manifest) / 1024 / 1024)} MB`);
        if (!keys) report("the keys are not in it: keep a copy of them at another place (--keys FOLDER makes one)");
        return join(to, name);
      } finally {
        await database.stop();
      }
    },
    () => report("waiting for another backup"),
  );
}

/**
 * Files are copied before and after the database: no file that the database names can be missed by both copies,
 * since a stored file never changes.
 */
async function copyAll(
  settings: Settings,
  url: string,
  folder: string,
  name: string,
  report: (line: string) => void,
): Promise<Manifest> {
  const files = new Map<string, Entry>();
  await copyFiles(settings, folder, files, report);
  const database = settings.databaseUrl
    ? await dumped(url, folder, report)
    : await backUpCluster(settings.dataDir, folder, inTenths("database", report));
  const time = new Date().toISOString();
  await copyFiles(settings, folder, files, report);
  await reportBuckets(url, report);
  return {
    format: 1,
    name,
    time,
    database: settings.databaseUrl ? "dump" : "cluster",
    entries: [...database.entries, ...files.values()],
    folders: database.folders,
  };
}

async function dumped(
  url: string,
  folder: string,
  report: (line: string) => void,
): Promise<{ entries: Entry[]; folders: string[] }> {
  const path = "database.dump";
  report("database: pg_dump");
  await dump(url, join(folder, path));
  return { entries: [{ path, ...(await measured(join(folder, path))) }], folders: [] };
}

/** Copies the files that are not copied yet. A file that is half written, or removed meanwhile, is not named by the database. */
async function copyFiles(
  settings: Settings,
  folder: string,
  files: Map<string, Entry>,
  report: (line: string) => void,
): Promise<void> {
  const root = join(settings.dataDir, "files");
  const tree = await buildTree(root, (path) => path.endsWith(".half"));
  const wanted = tree.files.filter((path) => !files.has(`files/${path}`));
  await forEachFile(wanted, async (file) => {
    const path = `files/${file}`;
    const copied = await copyFile(join(root, file), join(folder, path)).catch(ignoreMissing(null));
    if (copied) files.set(path, { path, ...copied });
  });
  report(`files: ${files.size}`);
}

/** Reports files in buckets, which only the operator of the bucket can back up. */
async function reportBuckets(url: string, report: (line: string) => void): Promise<void> {
  const found = await connected(url, (client) =>
    client.query<{ n: string }>(
      `select count(*) as n from stored_object o join storage_provider p on p.id = o.provider_id where o.state = 'kept' and p.category <> '5'`,
    ),
  );
  const n = Number(found.rows[0]?.n);
  if (n > 0) report(`${n} files lie in a bucket: they are not in this backup, back the bucket up too`);
}

async function copyKeys(settings: Settings, to: string): Promise<void> {
  const root = settings.keysDir;
  const { files } = await buildTree(root);
  await forEachFile(files, async (file) => void (await copyFile(join(root, file), join(to, file))));
}

/** Records the backup, for the alert on old backups and for those who ask when it was. */
const remember = (url: string, begin: Date, manifest: Manifest): Promise<unknown> =>
  connected(url, (client) =>
    client.query("insert into backup_run (name, begin_time, bytes, files) values ($1, $2, $3, $4)", [
      manifest.name,
      begin,
      getSize(manifest),
      manifest.entries.length,
    ]),
  );

/** Turns a progress of 0 to 1 into lines, at most ten. */
export function inTenths(what: string, report: (line: string) => void): (share: number) => void {
  let told = 0;
  return (share) => {
    const tenth = Math.floor(share * 10);
    if (tenth <= told) return;
    told = tenth;
    report(`${what}: ${tenth * 10}%`);
  };
}
