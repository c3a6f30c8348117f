import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { withLock } from "../../../../scripts/lib/lock.mjs";
import { connected } from "../core/connected.ts";
import { startPostgres } from "../core/postgres/launcher.ts";
import type { Settings } from "../core/settings.ts";
import { backUpCluster } from "./cluster-backup.ts";
import { dump } from "./dump.ts";
import { type Manifest, half, seal, sizeOf, tidy } from "./manifest.ts";
import { type Entry, copyFile, forEachFile, measured, treeOf, unlessGone } from "./tree.ts";

export interface BackupOptions {
  /** Folder of the backups. */
  to: string;
  /** How many of them stay. */
  keep: number;
  /** Folder of another place that gets the keys; left out: they are not backed up. */
  keys?: string;
}

/**
 * Backs up database and files while the server runs. A backup that broke off is never taken for one, and is removed by the next.
 * @param tell receives a line for each step
 * @returns its folder
 */
export async function takeBackup(
  settings: Settings,
  { to, keep, keys }: BackupOptions,
  tell: (line: string) => void,
): Promise<string> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  return withLock(
    join(to, "lock"),
    async () => {
      const begin = new Date();
      const name = `jipei-${begin.toISOString().slice(0, 19).replaceAll(":", "-")}`;
      const folder = join(to, name + half);
      await tidy(to, Number.MAX_SAFE_INTEGER);
      await mkdir(folder, { mode: 0o700 });
      const database = settings.databaseUrl
        ? { url: settings.databaseUrl, stop: async () => {} }
        : await startPostgres(settings.dataDir, tell);
      try {
        const manifest = await copyAll(settings, database.url, folder, name, tell);
        await seal(to, name, manifest);
        if (keys) await copyKeys(settings, join(keys, name));
        await remember(database.url, begin, manifest);
        await tidy(to, keep);
        tell(`${join(to, name)}: ${manifest.entries.length} files, ${Math.ceil(sizeOf(manifest) / 1024 / 1024)} MB`);
        if (!keys) tell("the keys are not in it: keep a copy of them at another place (--keys FOLDER makes one)");
        return join(to, name);
      } finally {
        await database.stop();
      }
    },
    () => tell("waiting for another backup"),
  );
}

/**
 * Files come first and last: between the two no file that the database names can have come or gone without one of them having seen it,
 * since a stored file never changes.
 */
async function copyAll(
  settings: Settings,
  url: string,
  folder: string,
  name: string,
  tell: (line: string) => void,
): Promise<Manifest> {
  const files = new Map<string, Entry>();
  await copyFiles(settings, folder, files, tell);
  const database = settings.databaseUrl
    ? await dumped(url, folder, tell)
    : await backUpCluster(settings.dataDir, folder, inTenths("database", tell));
  const time = new Date().toISOString();
  await copyFiles(settings, folder, files, tell);
  await tellOfBuckets(url, tell);
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
  tell: (line: string) => void,
): Promise<{ entries: Entry[]; folders: string[] }> {
  const path = "database.dump";
  tell("database: pg_dump");
  await dump(url, join(folder, path));
  return { entries: [{ path, ...(await measured(join(folder, path))) }], folders: [] };
}

/** Copies the files that have not been yet. What is half written, or goes away meanwhile, is no file that the database will name. */
async function copyFiles(
  settings: Settings,
  folder: string,
  files: Map<string, Entry>,
  tell: (line: string) => void,
): Promise<void> {
  const root = join(settings.dataDir, "files");
  const tree = await treeOf(root, (path) => path.endsWith(".half"));
  const wanted = tree.files.filter((path) => !files.has(`files/${path}`));
  await forEachFile(wanted, async (file) => {
    const path = `files/${file}`;
    const copied = await copyFile(join(root, file), join(folder, path)).catch(unlessGone(null));
    if (copied) files.set(path, { path, ...copied });
  });
  tell(`files: ${files.size}`);
}

/** What lies in a bucket is copied by whoever runs the bucket. */
async function tellOfBuckets(url: string, tell: (line: string) => void): Promise<void> {
  const found = await connected(url, (client) =>
    client.query<{ n: string }>(
      `select count(*) as n from stored_object o join storage_provider p on p.id = o.provider_id where o.state = 'kept' and p.category <> '5'`,
    ),
  );
  const n = Number(found.rows[0]?.n);
  if (n > 0) tell(`${n} files lie in a bucket: they are not in this backup, back the bucket up too`);
}

async function copyKeys(settings: Settings, to: string): Promise<void> {
  const root = settings.keysDir;
  const { files } = await treeOf(root);
  await forEachFile(files, async (file) => void (await copyFile(join(root, file), join(to, file))));
}

/** For the alert on old backups, and whoever asks when the last one was. */
const remember = (url: string, begin: Date, manifest: Manifest): Promise<unknown> =>
  connected(url, (client) =>
    client.query("insert into backup_run (name, begin_time, bytes, files) values ($1, $2, $3, $4)", [
      manifest.name,
      begin,
      sizeOf(manifest),
      manifest.entries.length,
    ]),
  );

/** Says of a share of one what part is done, ten times at most. */
export function inTenths(what: string, tell: (line: string) => void): (share: number) => void {
  let told = 0;
  return (share) => {
    const tenth = Math.floor(share * 10);
    if (tenth <= told) return;
    told = tenth;
    tell(`${what}: ${tenth * 10} %`);
  };
}
