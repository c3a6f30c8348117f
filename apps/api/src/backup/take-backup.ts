import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { withLock } from "@jipei/process/lock.mjs";
import { connected } from "../core/database/connected.ts";
import { startPostgres } from "../core/postgres/launcher.ts";
import { enoughFree, freeBytes } from "../core/postgres/reserve.ts";
import { type Keys, loadKeys, writeKeys } from "../core/security/keys.ts";
import { type Settings, SettingsError } from "../core/foundation/settings.ts";
import { getTenantSchemas } from "../core/foundation/tenants.ts";
import { backUpCluster, getClusterSize } from "./cluster-backup.ts";
import { dump } from "./dump.ts";
import { type Manifest, finishBackup, getSize, removeOldBackups, unfinishedSuffix } from "./manifest.ts";
import {
  type Entry,
  copyFile,
  forEachFile,
  measured,
  buildTree,
  getTreeSize,
  ignoreMissing,
  isSetAside,
} from "./tree.ts";

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
  // Asked for first: without keys there is no backup that could be read.
  const loaded = keys ? await loadKeys(settings) : undefined;
  await mkdir(to, { recursive: true, mode: 0o700 });
  return withLock(
    join(to, "lock"),
    async () => {
      const begin = new Date();
      const name = `jipei-${begin.toISOString().slice(0, 19).replaceAll(":", "-")}`;
      const folder = join(to, name + unfinishedSuffix);
      await removeOldBackups(to, Number.MAX_SAFE_INTEGER);
      await assertRoom(to, await getSourceSize(settings));
      await mkdir(folder, { mode: 0o700 });
      const database = settings.databaseUrl
        ? { url: settings.databaseUrl, stop: async () => {} }
        : await startPostgres(settings.dataDir, report);
      try {
        const manifest = await copyAll(settings, database.url, folder, name, report);
        await finishBackup(to, name, manifest);
        if (keys && loaded) await copyKeys(settings, loaded, join(keys, name));
        await remember(database.url, begin, manifest);
        await removeOldBackups(to, keep);
        report(`${join(to, name)}: ${manifest.entries.length} files, ${inMegabytes(getSize(manifest))} MB`);
        if (!keys) report("the keys are not in it: keep a copy of them at another place (--keys FOLDER makes one)");
        return join(to, name);
      } catch (error) {
        // The disk may be the one of the running system, which must not stay full.
        await rm(folder, { recursive: true, force: true });
        throw error;
      } finally {
        await database.stop();
      }
    },
    () => report("waiting for another backup"),
  );
}

const inMegabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024);

/** Bytes that a backup takes at least. How small pg_dump makes a database of one's own is not known beforehand. */
const getSourceSize = async (settings: Settings): Promise<number> =>
  (await getTreeSize(getFilesFolder(settings), skipsFile)) +
  (settings.databaseUrl ? 0 : await getClusterSize(settings.dataDir));

/**
 * Checks that a disk has room for a backup and for what the running system needs besides.
 * @throws SettingsError
 */
export async function assertRoom(folder: string, size: number): Promise<void> {
  const [free, needed] = [await freeBytes(folder), size + enoughFree];
  if (free < needed)
    throw new SettingsError(
      `a backup needs ${inMegabytes(needed)} MB, and ${folder} has ${inMegabytes(free)} MB left; name another disk with --to`,
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

const getFilesFolder = ({ dataDir }: Settings) => join(dataDir, "files");
/** Half written files, and those that a restore has set aside. */
const skipsFile = (path: string) => path.endsWith(".half") || isSetAside(path);

/** Copies the files that are not copied yet. A file that is half written, or removed meanwhile, is not named by the database. */
async function copyFiles(
  settings: Settings,
  folder: string,
  files: Map<string, Entry>,
  report: (line: string) => void,
): Promise<void> {
  const root = getFilesFolder(settings);
  const tree = await buildTree(root, skipsFile);
  const wanted = tree.files.filter((path) => !files.has(`files/${path}`));
  await forEachFile(wanted, async (file) => {
    const path = `files/${file}`;
    const copied = await copyFile(join(root, file), join(folder, path)).catch(ignoreMissing(null));
    if (copied) files.set(path, { path, ...copied });
  });
  report(`files: ${files.size}`);
}

/** Reports files in buckets, those of tenants too, which only the operator of the bucket can back up. */
async function reportBuckets(url: string, report: (line: string) => void): Promise<void> {
  const n = await connected(url, async (client) => {
    let sum = 0;
    for (const schema of ["public", ...(await getTenantSchemas(client, { empty: false }))]) {
      const { rows } = await client.query<{ n: string }>(
        `select count(*) as n from ${schema}.stored_object o join ${schema}.storage_provider p on p.id = o.provider_id where o.state = 'kept' and p.category <> '5'`,
      );
      sum += Number(rows[0]?.n);
    }
    return sum;
  });
  if (n > 0) report(`${n} files lie in a bucket: they are not in this backup, back the bucket up too`);
}

/** Copies the folder of the keys, and writes those that come from the environment as it would hold them. */
async function copyKeys(settings: Settings, keys: Keys, to: string): Promise<void> {
  const root = settings.keysDir;
  const { files } = await buildTree(root);
  await forEachFile(files, async (file) => void (await copyFile(join(root, file), join(to, file))));
  await writeKeys(keys, to);
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
